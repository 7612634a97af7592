import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { ImageWithFallback } from '../../../shared/ui/ImageWithFallback';
import { Stack } from '../../../shared/ui/Layout';
import { Sheet } from '../../../shared/ui/Sheet';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { useStockQuery, useTypeDetailQuery } from '../endpoints';
import type { TypeDetail } from '../map';
import { StockText } from './StockText';

export interface TypeInfoSheetProps {
  readonly typeId: string;
  /** Known before the answer: the product's name. */
  readonly title: string;
  readonly onClose: () => void;
}

/** The details of a product's type: picture, brand, pieces in a unit, current stock, description. */
export function TypeInfoSheet({ typeId, title, onClose }: TypeInfoSheetProps): ReactElement {
  const { data, error, isFetching, refetch } = useTypeDetailQuery(typeId);
  const loading = useSteadyLoading(isFetching && !data);
  return (
    <Sheet isOpen title={title} width={400} onClose={onClose}>
      {data && <Detail typeId={typeId} detail={data} />}
      {loading && !data && <Waiting />}
      {error && !data && <FailedRead error={error} isFetching={isFetching} refetch={refetch} />}
    </Sheet>
  );
}

function Detail({ typeId, detail }: { typeId: string; detail: TypeDetail }): ReactElement {
  const t = useText('product');
  // Read with every opening. The lines of an order report a failure of this call; here the row is just missing.
  const stock = useStockQuery(typeId, { refetchOnMountOrArgChange: true });
  const rows: Definition[] = [
    { label: t('info.type'), value: detail.name },
    ...(detail.brand === '' ? [] : [{ label: t('info.brand'), value: detail.brand }]),
    { label: t('info.pieces'), value: formatNumber(detail.piecesPerUnit) },
    ...(stock.data === undefined ? [] : [{ label: t('info.stock'), value: <StockText stock={stock.data} counted /> }]),
  ];
  return (
    <Stack gap={4}>
      <ImageWithFallback src={detail.image} alt={detail.name} ratio="3 / 2" eager />
      <DefinitionGrid items={rows} layout="rows" />
      <Description data-empty={detail.description === '' || undefined}>
        {detail.description === '' ? t('info.noDescription') : detail.description}
      </Description>
    </Stack>
  );
}

function Waiting(): ReactElement {
  return (
    <Stack gap={4}>
      <Skeleton height="234px" round="button" />
      <Skeleton width="70%" />
      <Skeleton width="50%" />
      <Skeleton />
    </Stack>
  );
}

const Description = styled.p({
  ...type.body,
  paddingBlock: space(3),
  paddingInline: space(4),
  borderRadius: radius.button,
  backgroundColor: colors.sunken,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  '&[data-empty]': { color: colors.muted },
});
