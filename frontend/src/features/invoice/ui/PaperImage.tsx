import styled from '@emotion/styled';
import { type ReactElement, useState } from 'react';
import { pictureUrl } from '../../../shared/api/apiBase';

interface PaperImageProps {
  readonly src: string;
}

/** A product's picture. A paper has no grey box in the place of one that is missing. */
export function PaperImage({ src }: PaperImageProps): ReactElement | null {
  const [broken, setBroken] = useState('');
  if (src === '' || src === broken) return null;
  // Beside the product's name: there is nothing more to say of it.
  return <Picture src={pictureUrl(src)} alt="" decoding="async" onError={() => setBroken(src)} />;
}

const Picture = styled.img({ flex: 'none', inlineSize: '9mm', blockSize: '9mm', objectFit: 'contain' });
