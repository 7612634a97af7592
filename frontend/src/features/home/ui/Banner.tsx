import styled from '@emotion/styled';
import { Store } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { media } from '../../../shared/theme/media';
import { poster } from '../../../shared/theme/poster';
import { iconStroke, radius, space, type } from '../../../shared/theme/tokens';
import { LanguageToggle } from '../../../shared/ui/LanguageToggle';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { StoreBackdrop } from '../../../shared/ui/StoreBackdrop';
import { ThemeToggle } from '../../../shared/ui/ThemeToggle';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden';

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
  const { t } = useTranslation('home');
  return (
    <Frame>
      <StoreBackdrop picture={background} />
      <Corner>
        <LanguageToggle />
        <ThemeToggle onPicture />
      </Corner>
      <Line>
        <Sign>
          <Store size={28} strokeWidth={iconStroke} aria-hidden />
        </Sign>
        <Texts>
          <Name dir="auto">{name ?? <Skeleton width="160px" height="22px" />}</Name>
          {representative !== '' && <Person>{t('greeting', { name: representative })}</Person>}
        </Texts>
        {active !== undefined && (
          <Pill>
            <Dot data-active={active || undefined} aria-hidden />
            <VisuallyHidden>{t('storeIs', { state: t(active ? 'active' : 'inactive') })}</VisuallyHidden>
            <span aria-hidden>{t(active ? 'active' : 'inactive')}</span>
          </Pill>
        )}
      </Line>
    </Frame>
  );
}

const Frame = styled.header({
  position: 'relative',
  isolation: 'isolate',
  overflow: 'hidden',
  blockSize: '168px',
  display: 'flex',
  alignItems: 'flex-end',
  paddingInline: space(4),
  paddingBlockEnd: space(10),
  backgroundColor: poster.ground,
  color: poster.text,
  [media.tabletUp]: { marginInline: space(4), marginBlockStart: space(4), borderRadius: radius.card },
  [media.desktopUp]: { blockSize: '200px', paddingInline: space(8), marginInline: 0, marginBlockStart: 0 },
});

const Corner = styled.div({
  display: 'flex',
  position: 'absolute',
  insetBlockStart: space(2),
  insetInlineEnd: space(2),
});

const Line = styled.div({ display: 'flex', alignItems: 'center', gap: space(3), inlineSize: '100%', minInlineSize: 0 });

const Sign = styled.span({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '52px',
  blockSize: '52px',
  borderRadius: radius.card,
  backgroundColor: poster.plate,
  border: `1px solid ${poster.plateLine}`,
});

const Texts = styled.div({ flex: 1, minInlineSize: 0 });

// A name keeps its beginning where it is cut, in a page of the other direction too.
const Name = styled.h1({
  ...type.title,
  overflow: 'hidden',
  textAlign: 'match-parent',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

const Person = styled.p({ ...type.caption, opacity: 0.86 });

const Pill = styled.span({
  ...type.caption,
  position: 'relative',
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  paddingInline: space(3),
  paddingBlock: '3px',
  borderRadius: radius.full,
  backgroundColor: poster.plate,
});

const Dot = styled.span({
  inlineSize: '8px',
  blockSize: '8px',
  borderRadius: '50%',
  backgroundColor: poster.idle,
  '&[data-active]': { backgroundColor: poster.live },
});
