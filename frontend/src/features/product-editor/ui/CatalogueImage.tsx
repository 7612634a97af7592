import type { ReactElement } from 'react';
import { ImageWithFallback, type ImageWithFallbackProps } from '../../../shared/ui/ImageWithFallback';
import { srcSetOf } from '../model/sizes';

export interface CatalogueImageProps extends Omit<ImageWithFallbackProps, 'srcSet'> {
  /** How wide it stands on the page, as CSS says it: the browser then takes the size that is enough. */
  readonly sizes: string;
}

/** A picture of a product or type, in the size that the place needs. */
export function CatalogueImage({ src, sizes, ...rest }: CatalogueImageProps): ReactElement {
  const srcSet = src ? srcSetOf(src) : null;
  return <ImageWithFallback {...rest} src={src} {...(srcSet !== null && { srcSet, sizes })} />;
}
