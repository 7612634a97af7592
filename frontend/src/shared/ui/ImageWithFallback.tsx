import styled from '@emotion/styled';
import { ImageOff } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { pictureUrl } from '../api/apiBase';
import { useText } from '../i18n/useText';
import { colors, radius } from '../theme/tokens';

export interface ImageWithFallbackProps {
  readonly src: string | null | undefined;
  /** Empty when the picture only repeats the text beside it. */
  readonly alt: string;
  /** Width to height, `4 / 3`. The box has its size before the picture arrives. */
  readonly ratio?: string;
  readonly fit?: 'cover' | 'contain';
  readonly rounded?: keyof typeof radius | 'none';
  /** The first picture of a page loads at once. */
  readonly eager?: boolean;
  /** Other sizes of the picture, and how wide it stands: as of an `<img>`. */
  readonly srcSet?: string;
  readonly sizes?: string;
}

/** A picture that never shows a broken frame and never moves the page. */
export function ImageWithFallback({
  src,
  alt,
  ratio = '4 / 3',
  fit = 'cover',
  rounded = 'button',
  eager = false,
  srcSet,
  sizes,
}: ImageWithFallbackProps): ReactElement {
  const t = useText('ui');
  const [broken, setBroken] = useState<string | null>(null);
  const usable = src !== null && src !== undefined && src !== '' && src !== broken;
  return (
    <Frame style={{ aspectRatio: ratio, borderRadius: rounded === 'none' ? 0 : radius[rounded] }}>
      {usable ? (
        <img
          {...(srcSet !== undefined && { srcSet: srcSet.split(', ').map(pictureUrl).join(', '), sizes })}
          src={pictureUrl(src)}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          style={{ objectFit: fit }}
          onError={() => setBroken(src)}
        />
      ) : (
        <Empty {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': `${alt}: ${t('noImage')}` })}>
          <ImageOff size={24} strokeWidth={1.5} />
        </Empty>
      )}
    </Frame>
  );
}

const Frame = styled.span({
  display: 'block',
  overflow: 'hidden',
  backgroundColor: colors.sunken,
  '& > img': { inlineSize: '100%', blockSize: '100%' },
});

const Empty = styled.span({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  inlineSize: '100%',
  blockSize: '100%',
  color: colors.faint,
});
