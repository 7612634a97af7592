import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { StockText } from '../../../entities/product/ui/StockText';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { colors, space } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Money } from '../../../shared/ui/Money';
import { figuresOf } from '../model/figures';
import { useUnitText } from '../model/useUnitText';

interface TypeFactsProps {
  readonly type: CatalogueType;
  /** A description for which there is room in any case: that of a slide beside this one, which moves nothing then. */
  readonly longest?: string | undefined;
}

/** What a type is, in two columns; the editor fills the same cells with fields. */
export function TypeFacts({ type, longest = '' }: TypeFactsProps): ReactElement {
  const t = useText('catalogue');
  const unit = useUnitText(type.unitId);
  const { profit, percent, packagePrice } = figuresOf(type);
  const items: Definition[] = [
    { label: t('card.row'), value: formatNumber(type.rowOrder) },
    { label: t('card.stock'), value: <Stock stock={type.stock} /> },
    { label: t('card.unit'), value: unit },
    { label: t('card.pieces'), value: formatNumber(type.piecesPerUnit) },
    { label: t('card.buyPrice'), value: <Money amount={type.buyPrice} /> },
    { label: t('card.sellPrice'), value: <Money amount={type.sellPrice} /> },
    { label: t('card.profit'), value: <Money amount={profit} /> },
    { label: t('card.percent'), value: formatPercent(percent) },
    { label: t('card.packagePrice'), value: <Money amount={packagePrice} size="strong" /> },
    { label: t('card.status'), value: <Standing active={type.active} /> },
    { label: t('card.description'), value: <Description text={type.description} longest={longest} />, wide: true },
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
    <Text data-empty={text === '' || undefined} data-longest={longest}>
      <span>{text === '' ? t('card.noDescription') : text}</span>
    </Text>
  );
}

const Pair = styled.span({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: space(2),
});

const Text = styled.p({
  display: 'grid',
  fontWeight: 400,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > span, &::after': { gridArea: '1 / 1' },
  // In the same place, so that it is as high as the higher of the two; neither seen nor found nor read out.
  '&::after': { content: 'attr(data-longest)', visibility: 'hidden' },
  '&[data-empty]': { color: colors.muted },
});
