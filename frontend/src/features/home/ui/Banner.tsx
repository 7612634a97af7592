import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { poster } from '../../../shared/theme/poster';
import { radius, rem, space, type } from '../../../shared/theme/tokens';
import { LanguageToggle } from '../../../shared/ui/LanguageToggle';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { StoreBackdrop, StoreSign, StoreState } from '../../../shared/ui/StoreBackdrop';
import { ThemeToggle } from '../../../shared/ui/ThemeToggle';

interface BannerProps {
  /** Undefined while it is on its way. */
  readonly name: string | undefined;
  readonly representative: string;
  /** Undefined while it is not known. */
  readonly active: boolean | undefined;
  /** Empty: our own pattern. */
  readonly background: string;
}

/** The store: its picture, name and whether it is open. */
export function Banner({ name, representative, active, background }: BannerProps): ReactElement {
  const t = useText('home');
  const state = t(active ? 'active' : 'inactive');
  return (
    <Frame>
      <StoreBackdrop picture={background} />
      <Corner>
        <LanguageToggle />
        <ThemeToggle onPicture />
      </Corner>
      <Line>
        <StoreSign />
        <Texts>
          <Name dir="auto">{name ?? <Skeleton width="160px" height="22px" />}</Name>
          {representative !== '' && <Person>{t('greeting', { name: representative })}</Person>}
        </Texts>
        {active !== undefined && <StoreState active={active} word={state} sentence={t('storeIs', { state })} />}
      </Line>
    </Frame>
  );
}

const Frame = styled.header({
  position: 'relative',
  isolation: 'isolate',
  overflow: 'hidden',
  blockSize: rem(168),
  display: 'flex',
  alignItems: 'flex-end',
  paddingInline: space(4),
  paddingBlockEnd: space(10),
  backgroundColor: poster.ground,
  color: poster.text,
  [media.tabletUp]: { marginInline: space(4), marginBlockStart: space(4), borderRadius: radius.card },
  [media.desktopUp]: { blockSize: rem(200), paddingInline: space(8), marginInline: 0, marginBlockStart: 0 },
});

const Corner = styled.div({
  display: 'flex',
  position: 'absolute',
  insetBlockStart: space(2),
  insetInlineEnd: space(2),
});

const Line = styled.div({ display: 'flex', alignItems: 'center', gap: space(3), inlineSize: '100%', minInlineSize: 0 });

const Texts = styled.div({
  flex: 1,
  minInlineSize: 0,
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

// `dir="auto"` cuts a long name at its end, also on a page of the other direction.
const Name = styled.h1({
  ...type.title,
  // Only as wide as the name, so that it starts where the page's lines start.
  inlineSize: 'fit-content',
  maxInlineSize: '100%',
});

const Person = styled.p({ ...type.caption, opacity: 0.86 });
