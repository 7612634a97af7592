import styled from '@emotion/styled';
import {
  memo,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { useSteadyLoading } from '../hooks/useSteadyLoading';
import { useText } from '../i18n/useText';
import { space } from '../theme/tokens';
import { ErrorState } from './ErrorState';
import { ListEnd } from './ListEnd';
import { SkeletonCards } from './Skeleton';
import { useListFocus } from './useListFocus';
import { useVirtualLines } from './useVirtualLines';

interface Identified {
  readonly id: string;
}

interface RowsProps<T extends Identified> {
  /** Names the list. */
  readonly label: string;
  readonly items: readonly T[];
  /** Called again for an item only when it, its place (from 1) or this function has changed. */
  readonly renderItem: (item: T, place: number) => ReactNode;
  /** The headings of a table: what is rendered are the cells of its rows then, else the items of a list. */
  readonly head?: ReactNode;
  /** Of all items, loaded or not; −1 when it is not known. */
  readonly total?: number | undefined;
  /** A search that is not in the address: when it changes, the list begins at its top. */
  readonly name?: string;
  /** px of the narrowest card of a grid; without it there is one column. */
  readonly column?: number;
  /** px of a card before one is measured. */
  readonly estimate: number;
  /** px that a sticky bar covers. */
  readonly covered?: number;
  /** px between the items; 16 unless given. */
  readonly gap?: number;
  /** Any of the items is being loaded. */
  readonly isFetching: boolean;
  readonly hasMore?: boolean;
  readonly onLoadMore?: () => unknown;
  /** An item that stays in the document, wherever the page is scrolled to. */
  readonly pinnedId?: string | null;
  /** The item to scroll to once. */
  readonly startId?: string | null;
  readonly onStarted?: () => void;
  /** Called with the range of items on the screen whenever it changes. */
  readonly onSight?: (first: number, last: number) => void;
}

export interface VirtualListProps<T extends Identified> extends RowsProps<T> {
  /** A whole new list is being loaded, and `items` are still those of the old one: the skeleton replaces them. */
  readonly isReplacing?: boolean;
  readonly isFetchingMore?: boolean;
  /** For when there is nothing at all. */
  readonly empty: ReactNode;
  /** The last call failed: its lines, with a retry. */
  readonly errorLines?: readonly string[] | undefined;
  readonly onRetry?: (() => void) | undefined;
  /** Cards to come, instead of plain ones. */
  readonly skeleton?: ReactNode;
}

/** px between cards. */
const GAP = 16;

/** Lines below the screen at which the next page is asked for. */
const AHEAD = 3;

/** The one list: only what is near the screen is drawn, the window scrolls, the next page comes before its end does. */
export function VirtualList<T extends Identified>(props: VirtualListProps<T>): ReactElement {
  const t = useText('ui');
  const { items, isFetching, isReplacing = isFetching && items.length === 0, isFetchingMore = false, hasMore } = props;
  const skeleton = props.skeleton ?? <SkeletonCards layout={props.column === undefined ? 'list' : 'grid'} count={6} />;
  const replacing = useSteadyLoading(isReplacing);
  const fetchingMore = useSteadyLoading(isFetchingMore);
  // With scroll anchoring the browser would hold on to the end of the list and load page after page.
  useLayoutEffect(() => {
    if (hasMore !== true) return;
    // On the body: Chrome ignores it on the root element.
    const page = document.body.style;
    page.overflowAnchor = 'none';
    return () => {
      page.overflowAnchor = '';
    };
  }, [hasMore]);
  const error = props.errorLines && <ErrorState lines={props.errorLines} onRetry={props.onRetry} />;
  if (replacing) return <>{skeleton}</>;
  if (items.length === 0) return <>{error ?? (isFetching ? <Placeholder aria-hidden /> : props.empty)}</>;
  return (
    <>
      <Rows {...props} hasMore={hasMore === true && !isFetching && !error} />
      {error ??
        (hasMore === true || isReplacing ? (
          <Placeholder>{fetchingMore && skeleton}</Placeholder>
        ) : (
          <ListEnd>{t('listEnd')}</ListEnd>
        ))}
    </>
  );
}

function Rows<T extends Identified>(props: RowsProps<T>): ReactElement {
  const { label, items, renderItem, head, name = '', column, estimate, covered = 0, gap = GAP } = props;
  const { isFetching, hasMore = false } = props;
  const list = useRef<HTMLUListElement>(null);
  const listFocus = useListFocus(list, items, head !== undefined);
  const { pinnedId = null, startId = null, total = hasMore ? -1 : items.length } = props;
  const held = useMemo(
    () => [pinnedId, listFocus.id].flatMap((id) => (id === null ? [] : [items.findIndex((item) => item.id === id)])),
    [pinnedId, listFocus.id, items],
  );
  const virtual = useVirtualLines({ list, items, name, column, estimate, held, covered, gap });
  const { measured, columns, lines, isNear, listTop, first, last, scrollToLine } = virtual;

  const loadMore = useEffectEvent(() => void props.onLoadMore?.());
  const isNearEnd = (last + AHEAD) * columns >= items.length;
  useEffect(() => {
    if (hasMore && isNearEnd) loadMore();
  }, [hasMore, isNearEnd, items.length]);

  const onSight = useEffectEvent(() => props.onSight?.(first * columns, (last + 1) * columns - 1));
  useEffect(() => {
    onSight();
  }, [first, last, columns, items]);

  const onStarted = useEffectEvent(() => props.onStarted?.());
  useEffect(() => {
    if (startId === null || !measured) return;
    const index = items.findIndex(({ id }) => id === startId);
    if (index > 0) scrollToLine(Math.floor(index / columns));
    onStarted();
  }, [startId, measured, items, columns, scrollToLine]);

  const rowsOf = (line: number, apart: number | undefined) =>
    items
      .slice(line * columns, (line + 1) * columns)
      .map((item, at) => (
        <Row
          key={item.id}
          item={item}
          renderItem={renderItem}
          line={line}
          measure={at === 0 ? virtual.measure : undefined}
          place={line * columns + at + 1}
          total={head ? null : total}
          column={at}
          apart={apart}
          onFocus={listFocus.onFocus}
        />
      ));
  const rows = (
    <List
      ref={list}
      as={head ? 'div' : 'ul'}
      role={head ? 'rowgroup' : 'list'}
      aria-label={head ? undefined : label}
      aria-busy={isFetching}
      onBlur={listFocus.onBlur}
      onKeyDown={(event) => {
        const index = listFocus.byKey(event, Math.max(1, last - first) * columns);
        if (index !== null) scrollToLine(Math.floor(index / columns));
      }}
      style={{
        gap,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        blockSize: virtual.height,
        paddingBlockStart: (lines.find(isNear)?.start ?? listTop) - listTop,
      }}
    >
      {lines.flatMap((line) => rowsOf(line.index, isNear(line) ? undefined : line.start - listTop))}
    </List>
  );
  if (!head) return rows;
  return (
    <div role="table" aria-label={label} aria-rowcount={total < 0 ? -1 : total + 1}>
      {head}
      {rows}
    </div>
  );
}

interface RowProps<T extends Identified> {
  readonly item: T;
  readonly renderItem: (item: T, place: number) => ReactNode;
  readonly line: number;
  /** The first card of a line measures it. */
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
  readonly place: number;
  /** Null for the row of a table. */
  readonly total: number | null;
  readonly column: number;
  /** px below the top of the list, for one that stands apart from those near the screen. */
  readonly apart: number | undefined;
  readonly onFocus: (id: string) => void;
}

function AnyRow<T extends Identified>(props: RowProps<T>): ReactElement {
  const { item, renderItem, line, measure, place, total, column, apart, onFocus } = props;
  const element = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    measure?.(element.current);
  }, [measure, line]);
  const content = useMemo(() => renderItem(item, place), [renderItem, item, place]);
  return (
    <Item
      ref={element}
      as={total === null ? 'div' : 'li'}
      data-index={line}
      data-id={item.id}
      {...(total === null
        ? { role: 'row', 'aria-rowindex': place + 1 }
        : { 'aria-setsize': total, 'aria-posinset': place })}
      tabIndex={-1}
      onFocus={() => onFocus(item.id)}
      style={apart === undefined ? undefined : { position: 'absolute', insetBlockStart: apart, gridColumn: column + 1 }}
    >
      {content}
    </Item>
  );
}
const Row = memo(AnyRow) as typeof AnyRow;

const List = styled.ul({
  position: 'relative',
  display: 'grid',
  alignContent: 'start',
  overflowAnchor: 'none',
});

const Item = styled.li({
  minInlineSize: 0,
  insetInline: 0,
  '&:focus': { outline: 'none' },
  '& > *': { blockSize: '100%' },
});

/** Keeps the page from jumping while the next page is loading. */
const Placeholder = styled.div({ minBlockSize: '160px', paddingBlockStart: space(4) });
