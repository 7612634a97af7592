import { ImageUp } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { CatalogueProduct, CatalogueType } from '../../../entities/product/catalogue/types';
import { useText } from '../../../shared/i18n/useText';
import { IconButton, type IconButtonProps } from '../../../shared/ui/IconButton';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { usePicture } from '../model/usePicture';

const PictureSheet = lazyLayer(async () => (await import('./PictureSheet')).PictureSheet);

interface PictureButtonProps extends Pick<IconButtonProps, 'variant'> {
  readonly product: CatalogueProduct;
  /** Whose own picture it is; the product's when left out. */
  readonly type?: CatalogueType;
}

/**
 * Lets the seller change the picture of a product or of one of its types. Lists and the product's page read it from the
 * same cache, and so display the new one by themselves.
 */
export function PictureButton({ product, type, variant = 'outline' }: PictureButtonProps): ReactElement {
  const t = useText('catalogue');
  const [isOpen, setIsOpen] = useState(false);
  const onDone = () => setIsOpen(false);
  const picture = usePicture({ product, typeId: type?.id ?? null }, isOpen, onDone);
  const name = type ? t('picture.typeOf', { title: product.title, type: type.name }) : product.title;
  return (
    <>
      <IconButton
        variant={variant}
        busy={picture.busy === 'sending' && !isOpen}
        label={t('picture.changeOf', { name })}
        icon={<ImageUp />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <PictureSheet
          name={name}
          own={(type ?? product).images[0] ?? ''}
          inherited={type ? (product.images[0] ?? '') : ''}
          picture={picture}
          onClose={() => {
            picture.reset();
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
}
