import styled from '@emotion/styled';
import { Info } from 'lucide-react';
import type { ReactElement } from 'react';
import type { OrderLine } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, radius, size, space, type } from '../../../shared/theme/tokens';
import { ImageWithFallback } from '../../../shared/ui/ImageWithFallback';

interface LineSignProps {
  /** Of the line. */
  readonly name: string;
  readonly typeId: string;
  /** Of its product. */
  readonly image: string;
  readonly onInfo: ((typeId: string) => void) | undefined;
}

/** The picture, which opens the type's information. */
export function LineSign({ name, image, typeId, onInfo }: LineSignProps): ReactElement {
  const t = useText('order');
  const picture = (
    <Thumb>
      <ImageWithFallback src={image} alt="" ratio="1 / 1" rounded="button" />
    </Thumb>
  );
  if (!onInfo) return picture;
  const label = t('line.info', { name });
  return (
    <PictureButton type="button" aria-label={label} title={label} onClick={() => onInfo(typeId)}>
      {picture}
      <Mark>
        <Info size={14} />
      </Mark>
    </PictureButton>
  );
}

/** A line as it was before: as the server has it, or in the registered revision. */
export type LineBefore = Pick<OrderLine, 'quantity' | 'buyPrice'>;

interface LineChangeProps {
  readonly line: OrderLine;
  /** `none`: the line was not there. */
  readonly before: LineBefore | 'none';
}

/** What the line was before. */
export function LineChange({ line, before }: LineChangeProps): ReactElement | null {
  const t = useText('order');
  if (before === 'none') return <Below data-tone="changed">{t('line.new')}</Below>;
  const moved = line.quantity !== before.quantity;
  const priced = line.buyPrice !== before.buyPrice;
  if (!moved && !priced) return null;
  return (
    <Below data-tone="changed">
      {moved && <span>{t('line.quantityWas', { quantity: formatNumber(before.quantity) })}</span>}
      {priced && <span>{t('line.priceWas', { price: formatNumber(before.buyPrice) })}</span>}
    </Below>
  );
}

const Thumb = styled.div({ flex: 'none', inlineSize: size.touch });

const PictureButton = styled.button({ position: 'relative', flex: 'none', borderRadius: radius.button });

const Mark = styled.span({
  position: 'absolute',
  insetBlockEnd: '-2px',
  insetInlineEnd: '-2px',
  display: 'inline-flex',
  padding: '1px',
  borderRadius: radius.full,
  color: colors.brand,
  backgroundColor: colors.surface,
});

export const Below = styled.div({
  gridColumn: '1 / -1',
  ...type.caption,
  '&[data-tone="changed"]': { display: 'flex', flexWrap: 'wrap', columnGap: space(4), color: colors.warningText },
  '&[data-tone="danger"]': {
    paddingInline: space(3),
    paddingBlock: space(2),
    marginBlockStart: space(1),
    borderRadius: radius.field,
    color: colors.danger,
    backgroundColor: colors.dangerSoft,
  },
});
