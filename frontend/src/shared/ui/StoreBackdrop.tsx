import styled from '@emotion/styled';
import { type ReactElement, useState } from 'react';
import { pictureUrl } from '../api/apiBase';
import { poster } from '../theme/poster';

export interface StoreBackdropProps {
  /** Empty, or broken: our own pattern. */
  readonly picture: string;
}

/** What lies behind a store's name: its picture under a shade, or awnings. Fills its positioned, isolated parent. */
export function StoreBackdrop({ picture }: StoreBackdropProps): ReactElement {
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
