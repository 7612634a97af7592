import styled from '@emotion/styled';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { media } from '../../../shared/theme/media';
import { colors, layer, size, space, type } from '../../../shared/theme/tokens';
import { BrandMark } from '../../../shared/ui/BrandMark';
import { IconLink, TextLink } from '../../../shared/ui/Link';

interface PageFrameProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** A page of text: title, lead, a readable line length, and links to the other public pages. */
export function PageFrame({ title, lead, children }: PageFrameProps): ReactElement {
  const t = useText(['common', 'ui']);
  return (
    <Frame>
      <Bar>
        <IconLink
          to={paths.home.href()}
          label={t('ui:back')}
          icon={<ArrowLeft className="flip" size={size.iconLarge} />}
        />
        <BrandMark size={32} />
        <Name>{t('appName')}</Name>
      </Bar>
      <Column>
        <Title>{title}</Title>
        <Lead>{lead}</Lead>
        {children}
      </Column>
      <Footer aria-label={t('footer.label')}>
        <TextLink to={paths.rules.href()}>{t('footer.rules')}</TextLink>
        <TextLink to={paths.about.href()}>{t('footer.about')}</TextLink>
        <TextLink to={paths.faq.href()}>{t('footer.faq')}</TextLink>
      </Footer>
    </Frame>
  );
}

const Frame = styled.div({ minBlockSize: '100dvh', display: 'flex', flexDirection: 'column' });

const Bar = styled.header({
  position: 'sticky',
  insetBlockStart: 'var(--above, 0px)',
  zIndex: layer.header,
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  minBlockSize: size.header,
  paddingInline: space(2),
  backgroundColor: colors.surface,
  borderBlockEnd: `1px solid ${colors.line}`,
  [media.short]: { position: 'static' },
});

const Name = styled.span({ ...type.label, fontWeight: 600 });

const Column = styled.div({
  flex: 1,
  inlineSize: '100%',
  maxInlineSize: '720px',
  marginInline: 'auto',
  padding: `${space(6)} ${space(4)} ${space(10)}`,
  [media.desktopUp]: { paddingBlockStart: space(10) },
});

const Title = styled.h1(type.display);

const Lead = styled.p({ ...type.body, color: colors.muted, marginBlockEnd: space(6) });

const Footer = styled.nav({
  ...type.label,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: space(6),
  paddingBlock: `${space(4)} calc(${space(4)} + env(safe-area-inset-bottom))`,
  borderBlockStart: `1px solid ${colors.line}`,
  '& > a': { display: 'inline-flex', alignItems: 'center', minBlockSize: size.touch },
});

export const Section = styled.section({ marginBlockEnd: space(8) });

export const SectionTitle = styled.h2({ ...type.heading, marginBlockEnd: space(2) });

export const Points = styled.ul({
  ...type.body,
  display: 'flex',
  flexDirection: 'column',
  gap: space(2),
  paddingInlineStart: space(5),
  '& > li': { position: 'relative' },
  '& > li::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: `calc(-1 * ${space(5)})`,
    insetBlockStart: '11px',
    inlineSize: '6px',
    blockSize: '6px',
    borderRadius: '50%',
    backgroundColor: colors.brand,
  },
});
