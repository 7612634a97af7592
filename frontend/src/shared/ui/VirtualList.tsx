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
import { colors, space, type } from '../theme/tokens';
import { ErrorState } from './ErrorState';
import { SkeletonCards } from './Skeleton';
import { useListFocus } from './useListFocus';
import { GAP, useVirtualLines } from './useVirtualLines';

interface Identified {
  readonly id: string;
}

interface RowsProps<T extends Identified> {
  /** Names the list. */
  readonly label: string;
  readonly items: readonly T[];
  /** Draws an item anew only when it, or this function, is another one. */
  readonly renderItem: (item: T) => ReactNode;
  /** Of all items, loaded or not; −1 when it is not known. */
  readonly total?: number | undefined;
  /** A search that the address does not know: another one begins at the top of the list. */
  readonly name?: string;
  /** px of the narrowest card of a grid; one column unless given. */
  readonly column?: number;
  /** px of a card before one is measured. */
  readonly estimate: number;
  /** px that a sticky bar covers. */
  readonly covered?: number;
  /** Any of it is on the way. */
  readonly isFetching: boolean;
  readonly hasMore?: boolean;
  readonly onLoadMore?: () => unknown;
  /** An item that stays in the document, wherever the page is scrolled to. */
  readonly kept?: string | null;
  /** To be brought to the top once. */
  readonly startAt?: string | null;
  readonly onStarted?: () => void;
  /** Which items are on the screen, whenever they are others. */
  readonly onSight?: (first: number, last: number) => void;
}

export interface VirtualListProps<T extends Identified> extends RowsProps<T> {
  /** A whole new list is on the way, and `items` are still those of the old one: they give way to the skeleton. */
  readonly isReplacing?: boolean;
  readonly isFetchingMore?: boolean;
  /** What to show when there is nothing at all. */
  readonly empty: ReactNode;
  /** The last call failed: its lines, with a retry. */
  readonly errorLines?: readonly string[] | undefined;
  readonly onRetry?: (() => void) | undefined;
  /** Cards to come; plain ones unless given. */
  readonly skeleton?: ReactNode;
}

/** Lines below the screen at which the next page is asked for. */
const AHEAD = 3;

/** The one list: only what is near the screen is drawn, the window scrolls, the next page comes before its end does. */
export function VirtualList<T extends Identified>(props: VirtualListProps<T>): ReactElement {
  const t = useText('ui');
  const { items, isFetching, isReplacing = isFetching && items.length === 0, isFetchingMore = false, hasMore } = props;
  const skeleton = props.skeleton ?? <SkeletonCards layout={props.column === undefined ? 'list' : 'grid'} count={6} />;
  const replacing = useSteadyLoading(isReplacing);
  const fetchingMore = useSteadyLoading(isFetchingMore);
  // A browser that keeps what stands below the list in view would follow its end from page to page, to the last one.
  useLayoutEffect(() => {
    if (hasMore !== true) return;
    // Not the root element's, which Chrome does not ask.
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
          <End>{t('listEnd')}</End>
        ))}
    </>
  );
}

function Rows<T extends Identified>(props: RowsProps<T>): ReactElement {
  const { label, items, renderItem, name = '', column, estimate, covered = 0, isFetching, hasMore = false } = props;
  const list = useRef<HTMLUListElement>(null);
  const focus = useListFocus(list, items);
  const { kept = null, startAt = null, total = hasMore ? -1 : items.length } = props;
  const held = useMemo(
    () => [kept, focus.id].flatMap((id) => (id === null ? [] : [items.findIndex((item) => item.id === id)])),
    [kept, focus.id, items],
  );
  const virtual = useVirtualLines({ list, items, name, column, estimate, held, covered });
  const { measured, columns, lines, isNear, top, first, last, scrollTo } = virtual;

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
    if (startAt === null || !measured) return;
    const index = items.findIndex(({ id }) => id === startAt);
    if (index > 0) scrollTo(Math.floor(index / columns));
    onStarted();
  }, [startAt, measured, items, columns, scrollTo]);

  const rowsOf = (line: number, apart: number | undefined) =>
    items
      .slice(line * columns, (line + 1) * columns)
      .map((item, column) => (
        <Row
          key={item.id}
          item={item}
          renderItem={renderItem}
          line={line}
          measure={column === 0 ? virtual.measure : undefined}
          place={line * columns + column + 1}
          total={total}
          column={column}
          apart={apart}
          onFocus={focus.onFocus}
        />
      ));
  return (
    <List
      ref={list}
      role="list"
      aria-label={label}
      aria-busy={isFetching}
      onBlur={focus.onBlur}
      onKeyDown={(event) => {
        const index = focus.byKey(event, Math.max(1, last - first) * columns);
        if (index !== null) scrollTo(Math.floor(index / columns));
      }}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        blockSize: virtual.height,
        paddingBlockStart: (lines.find(isNear)?.start ?? top) - top,
      }}
    >
      {lines.flatMap((line) => rowsOf(line.index, isNear(line) ? undefined : line.start - top))}
    </List>
  );
}

interface RowProps<T extends Identified> {
  readonly item: T;
  readonly renderItem: (item: T) => ReactNode;
  readonly line: number;
  /** The first card of a line measures it. */
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
  readonly place: number;
  readonly total: number;
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
  const content = useMemo(() => renderItem(item), [renderItem, item]);
  return (
    <Item
      ref={element}
      data-index={line}
      data-id={item.id}
      aria-setsize={total}
      aria-posinset={place}
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
  gap: GAP,
  overflowAnchor: 'none',
});

const Item = styled.li({
  minInlineSize: 0,
  insetInline: 0,
  '&:focus': { outline: 'none' },
  '& > *': { blockSize: '100%' },
});

/** Keeps the page from jumping while the next page is on its way. */
const Placeholder = styled.div({ minBlockSize: '160px', paddingBlockStart: space(4) });

/** «پایان فهرست» between hairlines. */
const End = styled.p({
  ...type.caption,
  display: 'flex',
  alignItems: 'center',
  gap: space(4),
  paddingBlock: space(6),
  color: colors.muted,
  '&::before, &::after': { content: '""', flex: 1, borderBlockStart: `1px solid ${colors.line}` },
});
