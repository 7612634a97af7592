import styled from '@emotion/styled';
import { Store } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { pictureUrl } from '../api/apiBase';
import { poster } from '../theme/poster';
import { radius, space, type } from '../theme/tokens';
import { Dot } from './Dot';
import { VisuallyHidden } from './VisuallyHidden';

/**
 * What lies behind a store's name: its picture under a shade; our own pattern when there is none, or it is broken. Fills
 * its positioned, isolated parent.
 */
export function StoreBackdrop({ picture }: { readonly picture: string }): ReactElement {
  const [broken, setBroken] = useState('');
  if (picture === '' || picture === broken) return <Pattern />;
  return (
    <>
      <Picture src={pictureUrl(picture)} alt="" onError={() => setBroken(picture)} />
      <Shade />
    </>
  );
}

/** Awnings in the brand's colour: quiet, and no file to fetch. */
function Pattern(): ReactElement {
  return (
    <Drawing aria-hidden width="100%" height="100%">
      <defs>
        <pattern id="awning" width="56" height="28" patternUnits="userSpaceOnUse">
          <path d="M0 6a14 14 0 0 0 28 0 14 14 0 0 0 28 0" fill="none" stroke="currentcolor" strokeWidth="1.500" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#awning)" />
    </Drawing>
  );
}

const Drawing = styled.svg({ position: 'absolute', inset: 0, zIndex: -1, opacity: 0.09 });

const Picture = styled.img({
  position: 'absolute',
  inset: 0,
  zIndex: -2,
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'cover',
});

/** White text keeps its contrast on any picture. */
const Shade = styled.span({
  position: 'absolute',
  inset: 0,
  zIndex: -1,
  backgroundImage: poster.shade,
});

/** The store's sign beside its name. */
export function StoreSign(): ReactElement {
  return (
    <Sign>
      <Store size={28} />
    </Sign>
  );
}

interface StoreStateProps {
  readonly active: boolean;
  /** In one word, and in a sentence for screen readers. */
  readonly word: string;
  readonly sentence: string;
}

/** Whether the store is open. */
export function StoreState({ active, word, sentence }: StoreStateProps): ReactElement {
  return (
    <Pill>
      <Light data-active={active || undefined} aria-hidden />
      <VisuallyHidden>{sentence}</VisuallyHidden>
      <span aria-hidden>{word}</span>
    </Pill>
  );
}

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

const Light = styled(Dot)({
  backgroundColor: poster.idle,
  '&[data-active]': { backgroundColor: poster.live },
});
