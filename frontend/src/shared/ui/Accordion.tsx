import styled from '@emotion/styled';
import { Lock as LockIcon } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useText } from '../i18n/useText';
import { colors, iconTile, motion, radius, space, type } from '../theme/tokens';
import { Chevron } from './Chevron';

interface AccordionItemProps {
  readonly id: string;
  /** The parent decides, so it can refuse. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly title: string;
  readonly icon?: ReactNode;
  /** The current values in short, while closed. */
  readonly summary?: ReactNode;
  /** Another section is being edited: shows a lock. The press is still reported. */
  readonly locked?: boolean;
  /** At the end of the header, beside the chevron: the edit pencil. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One section: heading with a button, and its panel. */
export function AccordionItem({
  id,
  isOpen,
  onToggle,
  title,
  icon,
  summary,
  locked = false,
  action,
  children,
}: AccordionItemProps): ReactElement {
  const t = useText('ui');
  const domId = useId();
  return (
    <Section data-open={isOpen || undefined} id={`section-${id}`}>
      <Header>
        <Title>
          <Toggle
            type="button"
            id={`${domId}-title`}
            aria-expanded={isOpen}
            aria-controls={`${domId}-panel`}
            onClick={onToggle}
          >
            {icon && <Icon aria-hidden>{icon}</Icon>}
            <Words>
              {title}
              {!isOpen && summary && <Summary>{summary}</Summary>}
            </Words>
            {locked && <LockIcon size={18} role="img" aria-label={t('locked')} />}
            {!action && <Chevron />}
          </Toggle>
        </Title>
        {action}
      </Header>
      <Panel id={`${domId}-panel`} role="region" aria-labelledby={`${domId}-title`} inert={!isOpen}>
        <Inner>
          <Padded>{children}</Padded>
        </Inner>
      </Panel>
    </Section>
  );
}

const Section = styled.section({
  borderRadius: radius.card,
  border: `1px solid ${colors.line}`,
  backgroundColor: colors.surface,
  boxShadow: colors.shadow1,
  scrollMarginBlockStart: '72px',
});

const Header = styled.div({ display: 'flex', alignItems: 'center', paddingInlineEnd: space(2) });

const Title = styled.h2({ flex: 1, minInlineSize: 0, font: 'inherit' });

const Toggle = styled.button({
  ...type.label,
  fontWeight: 600,
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  inlineSize: '100%',
  minBlockSize: '64px',
  paddingInline: space(4),
  paddingBlock: space(2),
  borderRadius: radius.card,
  color: colors.text,
  '& > svg': { flex: 'none', color: colors.muted },
});

const Icon = styled.span(iconTile);

const Words = styled.span({ flex: 1, minInlineSize: 0 });

const Summary = styled.span({
  ...type.caption,
  display: 'block',
  // A number that is cut off reads as another number.
  overflowWrap: 'anywhere',
  color: colors.muted,
  fontWeight: 400,
});

const Panel = styled.div({
  display: 'grid',
  gridTemplateRows: '0fr',
  visibility: 'hidden',
  [motion.allowed]: { transition: `grid-template-rows ${motion.fade}, visibility ${motion.fade}` },
  '[data-open] > &': { gridTemplateRows: '1fr', visibility: 'visible' },
});

const Inner = styled.div({
  overflow: 'hidden',
  minBlockSize: 0,
  minInlineSize: 0,
  '[data-open] > * > &': { overflow: 'visible' },
});

const Padded = styled.div({ paddingInline: space(4), paddingBlock: `${space(1)} ${space(4)}` });
