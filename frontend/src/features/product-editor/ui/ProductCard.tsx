import styled from '@emotion/styled';
import { type ReactElement, useEffect, useEffectEvent, useId, useState } from 'react';
import type { CatalogueProduct } from '../../../entities/product/catalogue/types';
import { useEditing } from '../../../entities/product/editing';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { media } from '../../../shared/theme/media';
import { colors, motion, space, type as typeStyle } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { TextLink } from '../../../shared/ui/Link';
import { Rail } from '../../../shared/ui/Rail';
import { longestOf } from '../model/longestText';
import { usePreview } from '../model/usePreview';
import { CatalogueImage } from './CatalogueImage';
import { PictureButton } from './PictureButton';
import { RailDots } from './RailDots';
import { Thumbnails } from './Thumbnails';
import { TypeSlide } from './TypeSlide';

export interface ProductCardProps {
  readonly product: CatalogueProduct;
  readonly canEdit: boolean;
  /** `card`: the title leads to the product's own page · `page`: the only card there, with the picture beside the slides on a wide screen. */
  readonly layout?: 'card' | 'page';
  readonly onInfo: (typeId: string) => void;
}

/** A product: its picture, its types as thumbnails, and one slide per type, which is edited in place. */
export function ProductCard({ product, canEdit, layout = 'card', onInfo }: ProductCardProps): ReactElement {
  const t = useText('catalogue');
  const id = useId();
  const { editingId, editingProductId, returning, refuse, start } = useEditing();
  // A long list unmounts cards and mounts them again: the one with the editor then starts at the edited type.
  const [wanted, setWanted] = useState(() =>
    Math.max(
      0,
      product.types.findIndex(({ id: type }) => type === (editingId ?? returning)),
    ),
  );
  const [seen, setSeen] = useState<number | null>(null);
  const goOn = useEffectEvent(() => {
    const type = product.types.find(({ id: one }) => one === returning);
    if (canEdit && type) start(product, type);
  });
  useEffect(() => goOn(), [canEdit]);
  const preview = usePreview();
  const total = product.types.length;
  const index = Math.min(wanted, Math.max(0, total - 1));
  const frozen = editingProductId !== null;
  const dimmed = frozen && editingProductId !== product.id;

  const select = (next: number): boolean => {
    if (next !== index && refuse()) return false;
    setWanted(next);
    return true;
  };
  const showType = (next: number): void => {
    if (select(next)) preview.show(product.types[next]?.images[0]);
  };
  const longest = longestOf(product.types.map(({ description }) => description));
  const slides = product.types.map((type) => ({
    id: type.id,
    label: type.name,
    content: <TypeSlide product={product} type={type} longest={longest} canEdit={canEdit} onInfo={onInfo} />,
  }));

  return (
    <Paper as="article" padding="none" aria-label={product.title} data-layout={layout} data-faded={dimmed || undefined}>
      <Inside role="group" aria-label={product.title} aria-disabled={dimmed || undefined} data-layout={layout}>
        <Pictures>
          <MainPicture>
            <CatalogueImage
              src={preview.src ?? product.images[0]}
              alt={product.title}
              sizes={layout === 'page' ? '(min-width: 1024px) 480px, 100vw' : '(min-width: 600px) 400px, 100vw'}
              rounded={layout === 'page' ? 'button' : 'none'}
              eager={layout === 'page'}
            />
            {canEdit && !frozen && (
              <Corner>
                <PictureButton product={product} />
              </Corner>
            )}
          </MainPicture>
          {total > 1 && (
            <Below>
              <Thumbnails product={product} index={seen ?? index} onPress={showType} />
            </Below>
          )}
        </Pictures>
        <Texts>
          <div>
            <Title data-layout={layout}>
              {layout === 'card' ? (
                <TextLink to={paths.product.href(product.id)}>{product.title}</TextLink>
              ) : (
                product.title
              )}
            </Title>
            {product.brandName !== '' && <Brand>{product.brandName}</Brand>}
          </div>
          {total === 0 ? (
            <Brand>{t('card.noTypes')}</Brand>
          ) : (
            <Rail id={id} slides={slides} index={index} frozen={frozen} onInSight={setSeen} onIndexChange={setWanted} />
          )}
          {total > 1 && (
            <RailDots
              id={id}
              label={t('card.types', { title: product.title })}
              slides={slides}
              index={seen ?? index}
              onSelect={select}
            />
          )}
        </Texts>
      </Inside>
    </Paper>
  );
}

const Paper = styled(Card)({
  overflow: 'hidden',
  // Half as visible, but its buttons stay active: a press on a pencil here explains why the editor does not open.
  '&[data-faded]': { opacity: 0.5 },
});

const Inside = styled.div({
  display: 'flex',
  flexDirection: 'column',
  '&[data-layout="page"]': {
    [media.desktopUp]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
      gap: space(8),
      padding: space(6),
      alignItems: 'start',
    },
  },
});

const Pictures = styled.div({ minInlineSize: 0 });
const MainPicture = styled.div({ position: 'relative' });
const Corner = styled.div({ position: 'absolute', insetBlockEnd: space(3), insetInlineEnd: space(3) });

const Below = styled.div({
  paddingInline: space(4),
  paddingBlockStart: space(3),
  '[data-layout="page"] > * > &': { [media.desktopUp]: { paddingInline: 0 } },
});

const Texts = styled.div({
  display: 'flex',
  flexDirection: 'column',
  gap: space(3),
  minInlineSize: 0,
  padding: space(4),
  '[data-layout="page"] > &': { [media.desktopUp]: { padding: 0 } },
});

const Title = styled.h2({
  ...typeStyle.heading,
  transition: `color ${motion.press}`,
  '&[data-layout="page"]': typeStyle.title,
});

const Brand = styled.p({ ...typeStyle.caption, color: colors.muted });
