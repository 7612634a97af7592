import styled from '@emotion/styled';
import { type ReactElement, useState } from 'react';
import { pictureUrl } from '../../../shared/api/apiBase';

interface PaperImageProps {
  readonly src: string;
}

/** A product's picture; nothing where it is missing, since a printed placeholder would be of no use. */
export function PaperImage({ src }: PaperImageProps): ReactElement | null {
  const [broken, setBroken] = useState('');
  if (src === '' || src === broken) return null;
  // Decorative: the product's name is beside it.
  return <Picture src={pictureUrl(src)} alt="" decoding="async" onError={() => setBroken(src)} />;
}

const Picture = styled.img({ flex: 'none', inlineSize: '9mm', blockSize: '9mm', objectFit: 'contain' });
