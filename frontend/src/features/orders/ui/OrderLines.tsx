import styled from '@emotion/styled';
import { PackageOpen, Plus } from 'lucide-react';
import { type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import { discountsWithin } from '../../../entities/order/discounts';
import { linesOf } from '../../../entities/order/order.math';
import { differencesOf, type SavedLine } from '../../../entities/order/saved';
import type { shortOf } from '../../../entities/order/stockChecks';
import type { Order } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { LinkButton } from '../../../shared/ui/Link';
import { ALL_LINES, type Kinds, matching } from '../model/lineFilter';
import { useGrowing } from '../model/useGrowing';
import { LineFinder } from './LineFinder';
import type { LineContext } from './LineRow';
import { ProductCard } from './ProductCard';

interface OrderLinesProps extends Pick<LineContext, 'frozen' | 'shortages' | 'checks' | 'actions'> {
  /** As the user sees it. */
  readonly order: Order;
  /** The discounts are out of date. */
  readonly waiting: boolean;
  readonly editing: boolean;
  readonly short: ReturnType<typeof shortOf>;
  /** The registered revision of a reopened order. */
  readonly saved: readonly SavedLine[] | null;
  /** Where goods are added. */
  readonly addTo: string;
}

/** More than fit on a screen. */
const PRODUCTS_AT_ONCE = 8;

const typesOf = (lines: readonly { readonly typeId: string }[]): ReadonlySet<string> =>
  new Set(lines.map(({ typeId }) => typeId));

/** The lines of an order, with a search where they are many. */
export function OrderLines(props: OrderLinesProps): ReactElement {
  const { order, waiting, editing, short, saved, addTo, ...context } = props;
  const { products } = order;
  const t = useText('order');
  const [filter, setFilter] = useState(ALL_LINES);
  const before = useMemo(() => saved && new Map(saved.map((line) => [line.typeId, line])), [saved]);
  const changed = useMemo(() => (saved ? differencesOf({ products }, saved) : []), [products, saved]);
  const removed = changed.filter(({ now }) => now === 0);
  const kinds: Kinds = { short: typesOf(editing ? short : []), changed: typesOf(changed.filter(({ now }) => now > 0)) };
  // Hundreds of rows that come back never hold the field up.
  const shown = matching(products, useDeferredValue(filter), kinds);
  const rendered = useGrowing(shown.length, PRODUCTS_AT_ONCE);
  const add = editing && (
    <LinkButton variant="secondary" size="sm" icon={<Plus size={18} />} to={addTo}>
      {t('adding.title')}
    </LinkButton>
  );
  return (
    <>
      {products.length === 0 ? (
        <EmptyState text={t('empty')} icon={<PackageOpen />} action={add} />
      ) : (
        <LineFinder
          filter={filter}
          onFilter={setFilter}
          searchable={products.length > PRODUCTS_AT_ONCE}
          kinds={kinds}
          found={linesOf(shown).length}
          all={linesOf(products).length}
        >
          {add}
        </LineFinder>
      )}
      {shown.length === 0 && products.length > 0 && (
        <EmptyState
          text={t('find.none')}
          icon={<PackageOpen />}
          action={
            <Button variant="secondary" onClick={() => setFilter(ALL_LINES)}>
              {t('find.all')}
            </Button>
          }
        />
      )}
      {shown.length > 0 && (
        <Card padding="none">
          {shown.slice(0, rendered).map((product) => {
            // The whole order's list is new after each change, and would render every row again.
            const own = discountsWithin(product, order.discounts);
            return (
              <ProductCard
                key={product.id}
                {...context}
                product={product}
                discounts={own}
                waiting={waiting && own.length > 0 ? t('summary.waiting') : undefined}
                editing={editing ? 'quantities' : null}
                before={before ?? undefined}
              />
            );
          })}
        </Card>
      )}
      {removed.length > 0 && (
        <Removed>
          {t('removedSince')}
          <ul>
            {removed.map(({ typeId, name, saved: number }) => (
              <li key={typeId}>{t('removedLine', { name, number: formatNumber(number) })}</li>
            ))}
          </ul>
        </Removed>
      )}
    </>
  );
}

const Removed = styled.div({
  ...type.caption,
  paddingInline: space(3),
  color: colors.warningText,
  '& > ul': { margin: 0, paddingInlineStart: space(4) },
});
