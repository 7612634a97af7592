import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { CatalogueProduct } from '../../../entities/product/catalogue/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, motion, radius, space, type } from '../../../shared/theme/tokens';
import { Rail } from '../../../shared/ui/Rail';
import { GROUP, groupsOf } from '../../../shared/ui/railMath';
import { CatalogueImage } from './CatalogueImage';

export interface ThumbnailsProps {
  readonly product: CatalogueProduct;
  /** The current type. */
  readonly index: number;
  readonly onPress: (index: number) => void;
}

/** The product's types as small pictures in groups of three; the group of the current type is in view. */
export function Thumbnails({ product, index, onPress }: ThumbnailsProps): ReactElement {
  const t = useText('catalogue');
  const groups = groupsOf(product.types);
  const slides = groups.map((types, at) => ({
    id: types[0]?.id ?? '',
    content: (
      <Group
        role="group"
        aria-label={t('card.group', { number: formatNumber(at + 1), total: formatNumber(groups.length) })}
      >
        {types.map((one, place) => {
          const own = at * GROUP + place;
          return (
            <Thumb
              key={one.id}
              type="button"
              aria-current={own === index}
              aria-label={t('card.show', { name: one.name })}
              onClick={() => onPress(own)}
            >
              <CatalogueImage
                src={one.images[0] ?? product.images[0]}
                alt=""
                ratio="4 / 3"
                sizes="96px"
                rounded="chip"
              />
              <Name>{one.name}</Name>
            </Thumb>
          );
        })}
      </Group>
    ),
  }));
  return <Rail layout="scroll" slides={slides} index={Math.floor(index / GROUP)} />;
}

const Group = styled.div({
  flex: 1,
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: space(2),
});

const Thumb = styled.button({
  display: 'flex',
  flexDirection: 'column',
  gap: space(1),
  minInlineSize: 0,
  padding: '5px',
  border: `1px solid ${colors.line}`,
  borderRadius: radius.button,
  textAlign: 'center',
  color: colors.muted,
  transition: `border-color ${motion.press}, color ${motion.press}`,
  '@media (hover: hover)': { '&:hover': { borderColor: colors.lineStrong } },
  '&[aria-current="true"]': { borderColor: colors.brand, color: colors.brand, boxShadow: `0 0 0 1px ${colors.brand}` },
});

const Name = styled.span({
  ...type.caption,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  inlineSize: '100%',
});
