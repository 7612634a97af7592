import type { ReactElement } from 'react';
import { ImageWithFallback, type ImageWithFallbackProps } from '../../../shared/ui/ImageWithFallback';
import { srcSetOf } from '../model/sizes';

export interface CatalogueImageProps extends Omit<ImageWithFallbackProps, 'srcSet'> {
  /** Its width on the page, as in the `sizes` of an `img`: the browser then loads the smallest picture that is enough. */
  readonly sizes: string;
}

/** A picture of a product or type, in the size that the place needs. */
export function CatalogueImage({ src, sizes, ...rest }: CatalogueImageProps): ReactElement {
  const srcSet = src ? srcSetOf(src) : null;
  return <ImageWithFallback {...rest} src={src} {...(srcSet !== null && { srcSet, sizes })} />;
}
