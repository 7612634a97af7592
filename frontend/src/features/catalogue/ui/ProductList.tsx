import styled from '@emotion/styled';
import {
  type CSSProperties,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { CatalogueProduct } from '../../../entities/product/catalogue/types';
import { space } from '../../../shared/theme/tokens';
import { rowsOf } from '../model/rows';
import { useVirtualRows } from '../model/useVirtualRows';

interface ProductListProps {
  /** Names the list. */
  readonly label: string;
  readonly products: readonly CatalogueProduct[];
  /** On all pages; −1 when the server's count is not known. */
  readonly total: number;
  readonly columns: number;
  /** What is shown: another list begins at its top. */
  readonly name: string;
  readonly busy: boolean;
  /** The product that is being edited: its card stays. */
  readonly editing: string | null;
  readonly renderItem: (product: CatalogueProduct) => ReactNode;
  /** The next page may be asked for now. */
  readonly ready: boolean;
  readonly onLoadMore: () => void;
  /** The product at the top of the screen, whenever it is another one. */
  readonly onTop: (productId: string) => void;
  /** To be brought to the top once. */
  readonly startAt: string | null;
  readonly onStarted: () => void;
  /** px that a sticky bar covers. */
  readonly covered: number;
}

const GAP = 16;
/** px of a card before one was measured. */
const ESTIMATE = 760;
/** Lines below the screen at which the next page is asked for. */
const AHEAD = 3;

/** Cards in lines, of which only those near the screen are drawn: ten thousand products scroll like ten. */
export function ProductList(props: ProductListProps): ReactElement {
  const { label, products, total, columns, name, busy, editing, renderItem, ready, startAt, covered } = props;
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(products, columns), [products, columns]);
  // A line that is edited, or that holds the keyboard's focus, does not go when it is scrolled away.
  const [focused, setFocused] = useState<string | null>(null);
  const held = useMemo(
    () =>
      [editing, focused]
        .map((id) => (id === null ? -1 : rows.findIndex(({ products: line }) => line.some((one) => one.id === id))))
        .filter((index) => index >= 0),
    [editing, focused, rows],
  );
  const virtual = useVirtualRows({ list, name, rows, estimate: ESTIMATE, gap: GAP, held, covered });

  const loadMore = useEffectEvent(props.onLoadMore);
  const near = virtual.last >= rows.length - AHEAD;
  useEffect(() => {
    if (ready && near) loadMore();
  }, [ready, near, rows.length]);

  const top = rows[virtual.first]?.products[0]?.id;
  const tellTop = useEffectEvent(props.onTop);
  useEffect(() => {
    if (top !== undefined) tellTop(top);
  }, [top, products.length]);

  const started = useEffectEvent(props.onStarted);
  const { scrollTo } = virtual;
  useEffect(() => {
    if (startAt === null) return;
    const index = rows.findIndex(({ products: line }) => line.some(({ id }) => id === startAt));
    if (index > 0) scrollTo(index);
    started();
  }, [startAt, rows, scrollTo]);

  // Another list begins at its top, when the old one was scrolled into.
  const shown = useRef(name);
  const listTop = virtual.top - covered;
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    if (window.scrollY > listTop) window.scrollTo({ top: listTop });
  }, [name, listTop]);

  const onBlur = (event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setFocused(null);
  };
  const columnStyle: CSSProperties = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` };
  return (
    <List ref={list} role="list" aria-label={label} aria-busy={busy} style={{ blockSize: virtual.height }}>
      {virtual.items.map(({ key, index, start }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <Line
            key={key}
            ref={virtual.measure}
            data-index={index}
            style={{ ...columnStyle, transform: `translateY(${start - virtual.top}px)` }}
          >
            {row.products.map((product, place) => (
              <Item
                key={product.id}
                role="listitem"
                aria-setsize={total}
                aria-posinset={row.start + place + 1}
                onFocus={() => setFocused(product.id)}
                onBlur={onBlur}
              >
                {renderItem(product)}
              </Item>
            ))}
          </Line>
        );
      })}
    </List>
  );
}

const List = styled.div({ position: 'relative', overflowAnchor: 'none' });

const Line = styled.div({
  position: 'absolute',
  insetBlockStart: 0,
  insetInline: 0,
  display: 'grid',
  gap: space(4),
});

const Item = styled.div({ minInlineSize: 0, '& > *': { blockSize: '100%' } });
