import styled from '@emotion/styled';
import { ArrowLeft, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useScrolled } from '../hooks/useScrolled';
import { useText } from '../i18n/useText';
import { container, media } from '../theme/media';
import { colors, layer, motion, size, space, type } from '../theme/tokens';
import { BackLink, IconLink } from './Link';
import { ProgressLine } from './ProgressLine';

interface PageHeaderProps {
  readonly title: ReactNode;
  /** One quiet line under the title; goes when the header collapses. */
  readonly subtitle?: ReactNode;
  /** Where «بازگشت» (to the page as it was left) and «بستن» lead. */
  readonly backTo?: string;
  readonly closeTo?: string;
  /** Icon buttons before the cross: search, menu. */
  readonly actions?: ReactNode;
  /** `warning` tints the header while something is being edited. */
  readonly tone?: 'default' | 'warning';
  /** The page is being fetched again. */
  readonly progress?: boolean;
  /** Under the line, inside the sticky part: search field, period chips. */
  readonly children?: ReactNode;
  readonly width?: 'form' | 'list';
}

/** The sticky top of a page: back, title, close. After 250 px of scroll it becomes lower and gets a hairline. */
export function PageHeader({
  title,
  subtitle,
  backTo,
  closeTo,
  actions,
  tone = 'default',
  progress = false,
  children,
  width = 'list',
}: PageHeaderProps): ReactElement {
  const t = useText('ui');
  const collapsed = useScrolled();
  return (
    <Bar data-collapsed={collapsed || undefined} data-tone={tone} data-width={width}>
      <Line>
        {backTo !== undefined && (
          <BackLink to={backTo} label={t('back')} icon={<ArrowLeft className="flip" size={22} />} />
        )}
        <Words data-start={backTo === undefined || undefined}>
          <Title>{title}</Title>
          {subtitle && <Subtitle>{subtitle}</Subtitle>}
        </Words>
        {actions}
        {closeTo !== undefined && <IconLink to={closeTo} label={t('close')} icon={<X size={22} />} />}
      </Line>
      {children && <Below>{children}</Below>}
      <ProgressLine active={progress} />
    </Bar>
  );
}

const Line = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(1),
  minBlockSize: size.header,
  [motion.allowed]: { transition: `min-block-size ${motion.fade}` },
  // The glyphs of its buttons stand on the line of the page's own content.
  [media.desktopUp]: { paddingInline: space(6) },
});

const Words = styled.div({ flex: 1, minInlineSize: 0, '&[data-start]': { paddingInlineStart: space(2) } });

const Title = styled.h1({
  ...type.heading,
  fontWeight: 700,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

const Subtitle = styled.p({ ...type.caption, color: colors.muted, marginBlockStart: '-4px' });

const Below = styled.div({
  display: 'flex',
  flexDirection: 'column',
  gap: space(2),
  paddingInline: space(2),
  '&:not(:empty)': { paddingBlockEnd: space(2) },
  [media.desktopUp]: { paddingInline: space(8) },
});

const Bar = styled.header({
  position: 'sticky',
  insetBlockStart: 'var(--above, 0px)',
  zIndex: layer.header,
  backgroundColor: colors.bg,
  borderBlockEnd: '1px solid transparent',
  paddingBlockStart: 'env(safe-area-inset-top)',
  paddingInline: space(2),
  transition: `background-color ${motion.fade}, border-color ${motion.fade}`,
  '&[data-tone="warning"]': { backgroundColor: colors.warningSoft },
  '&[data-collapsed]': { borderBlockEndColor: colors.line, backgroundColor: colors.surface },
  '&[data-collapsed][data-tone="warning"]': { backgroundColor: colors.warningSoft },
  '&[data-collapsed] > div:first-of-type': { minBlockSize: size.headerCollapsed },
  '&[data-collapsed] p': { display: 'none' },
  '& > div': { marginInline: 'auto', maxInlineSize: container.list },
  '&[data-width="form"] > div': { maxInlineSize: container.form },
  [media.desktopUp]: { paddingInline: 0 },
  [media.short]: { position: 'static' },
  [media.print]: { display: 'none' },
});
