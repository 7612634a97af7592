import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { useUnitsQuery } from '../../../entities/product/catalogue/endpoints';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { StockText } from '../../../entities/product/ui/StockText';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { DASH } from '../../../shared/lib/punctuation';
import { formatPercent } from '../../../shared/lib/units';
import { colors, space } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Money } from '../../../shared/ui/Money';
import { figuresOf } from '../model/figures';

type FieldName = 'stock' | 'buyPrice' | 'sellPrice' | 'piecesPerUnit' | 'lowStock' | 'status' | 'description';

interface TypeFactsProps {
  readonly type: CatalogueType;
  /** The longest description of the slides beside this one: room for it is reserved, so that nothing moves. */
  readonly longest?: string;
  /** The editor's fields, in the places of the texts. */
  readonly fields?: Readonly<Record<FieldName, ReactNode>>;
}

/** The values of a type, in two columns. */
export function TypeFacts({ type, longest = '', fields }: TypeFactsProps): ReactElement {
  const t = useText('catalogue');
  const { data: units } = useUnitsQuery(undefined);
  const unit = units?.find(({ id }) => id === type.unitId);
  const unitText = unit?.isNumeric ? t('card.numeric') : unit ? t('card.package', { name: unit.name }) : DASH;
  const { profit, percent, packagePrice } = figuresOf(type);
  const items: Definition[] = [
    { label: t('card.row'), value: formatNumber(type.rowOrder) },
    { label: t('card.stock'), value: fields?.stock ?? <Stock stock={type.stock} /> },
    { label: t('card.unit'), value: unitText },
    { label: t('card.pieces'), value: fields?.piecesPerUnit ?? formatNumber(type.piecesPerUnit) },
    {
      label: t(fields ? 'edit.buyPrice' : 'card.buyPrice'),
      value: fields?.buyPrice ?? <Money amount={type.buyPrice} />,
    },
    {
      label: t(fields ? 'edit.sellPrice' : 'card.sellPrice'),
      value: fields?.sellPrice ?? <Money amount={type.sellPrice} />,
    },
    { label: t('card.profit'), value: <Money amount={profit} /> },
    { label: t('card.percent'), value: formatPercent(percent) },
    { label: t('card.packagePrice'), value: <Money amount={packagePrice} size="strong" /> },
    { label: t('card.status'), value: fields?.status ?? <Standing active={type.active} /> },
    ...(fields ? [{ label: t('edit.lowStock'), value: fields.lowStock }] : []),
    {
      label: t('card.description'),
      value: fields?.description ?? <Description text={type.description} longest={longest} />,
      wide: true,
    },
  ];
  return <DefinitionGrid items={items} />;
}

function Standing({ active }: { readonly active: boolean }): ReactElement {
  const t = useText('catalogue');
  return <StatusDot tone={active ? 'success' : 'neutral'}>{t(active ? 'card.active' : 'card.inactive')}</StatusDot>;
}

function Stock({ stock }: { readonly stock: number }): ReactElement {
  return (
    <Pair>
      {stock > 0 && <bdi>{formatNumber(stock)}</bdi>}
      <StockText stock={stock} />
    </Pair>
  );
}

function Description({ text, longest }: { readonly text: string; readonly longest: string }): ReactElement {
  const t = useText('catalogue');
  return (
    <Paragraph data-empty={text === '' || undefined} data-longest={longest}>
      <span>{text === '' ? t('card.noDescription') : text}</span>
    </Paragraph>
  );
}

const Pair = styled.span({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: space(2),
});

const Paragraph = styled.p({
  display: 'grid',
  fontWeight: 400,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > span, &::after': { gridArea: '1 / 1' },
  // In the same cell, so that the cell is as high as the higher of the two; invisible, also to search and screen readers.
  '&::after': { content: 'attr(data-longest)', visibility: 'hidden' },
  '&[data-empty]': { color: colors.muted },
});
