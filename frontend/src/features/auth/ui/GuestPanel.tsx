import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { media } from '../../../shared/theme/media';
import { colors, radius, size, space, type } from '../../../shared/theme/tokens';
import { BrandMark } from '../../../shared/ui/BrandMark';
import { LanguageToggle } from '../../../shared/ui/LanguageToggle';
import { TextLink } from '../../../shared/ui/Link';
import { ThemeToggle } from '../../../shared/ui/ThemeToggle';

interface GuestPanelProps {
  readonly heading: string;
  readonly subtitle: string;
  readonly children: ReactNode;
}

/** The frame of a page for visitors who are not logged in: the logo, one form, and the links to the public pages. */
export function GuestPanel({ heading, subtitle, children }: GuestPanelProps): ReactElement {
  return (
    <Frame>
      <Corner>
        <LanguageToggle />
        <ThemeToggle />
      </Corner>
      <Panel>
        <Head>
          <BrandMark size={72} />
          <Heading>{heading}</Heading>
          <Sub>{subtitle}</Sub>
        </Head>
        {children}
      </Panel>
      <Footer />
    </Frame>
  );
}

function Footer(): ReactElement {
  const t = useText('common');
  return (
    <Links aria-label={t('footer.label')}>
      <TextLink to={paths.rules.href()}>{t('footer.rules')}</TextLink>
      <TextLink to={paths.about.href()}>{t('footer.about')}</TextLink>
      <TextLink to={paths.faq.href()}>{t('footer.faq')}</TextLink>
    </Links>
  );
}

const Frame = styled.div({
  position: 'relative',
  minBlockSize: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  paddingInline: space(4),
  [media.tabletUp]: { paddingBlockStart: space(6) },
});

const Corner = styled.div({
  display: 'flex',
  position: 'absolute',
  insetBlockStart: space(2),
  insetInlineEnd: space(2),
});

const Panel = styled.div({
  inlineSize: '100%',
  maxInlineSize: '420px',
  // The logo stands at 22 % of a phone's height; an open keyboard shrinks this space first.
  paddingBlockStart: 'clamp(56px, 13dvh, 120px)',
  [media.tabletUp]: {
    marginBlock: 'auto',
    padding: `${space(10)} ${space(10)} ${space(8)}`,
    maxInlineSize: '480px',
    backgroundColor: colors.surface,
    border: `1px solid ${colors.line}`,
    borderRadius: radius.sheet,
    boxShadow: colors.shadow2,
  },
});

const Head = styled.div({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  textAlign: 'center',
  marginBlockEnd: space(6),
});

const Heading = styled.h1({ ...type.title, marginBlockStart: space(4) });

const Sub = styled.p({ ...type.label, color: colors.muted });

const Links = styled.nav({
  ...type.label,
  marginBlockStart: 'auto',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: space(6),
  paddingBlock: `${space(4)} calc(${space(3)} + env(safe-area-inset-bottom))`,
  '& > a': { display: 'inline-flex', alignItems: 'center', minBlockSize: size.touch },
  [media.tabletUp]: { marginBlockStart: 0 },
});
