import styled from '@emotion/styled';
import { defaultRangeExtractor, type Range as ItemRange, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSteadyLoading } from '../hooks/useSteadyLoading';
import { colors, motion, space, type } from '../theme/tokens';
import { ErrorState } from './ErrorState';
import { RouteLink } from './RouteLink';
import { LoadingText, Skeleton } from './Skeleton';
import { useListFocus } from './useListFocus';
import { VisuallyHidden } from './VisuallyHidden';

interface Identified {
  readonly id: string;
}

interface PaneListProps<T extends Identified> {
  /** Names the list. */
  readonly label: string;
  readonly items: readonly T[];
  /** The item whose page is open. */
  readonly currentId: string;
  readonly hrefOf: (item: T) => string;
  readonly renderItem: (item: T) => ReactNode;
  /** Read out when another item was opened, for the focus stays in the list. */
  readonly openedText: (item: T) => string;
  /** px of an item before one is measured. */
  readonly estimate: number;
  /** Of all items, loaded or not; −1 when it is not known. */
  readonly total: number;
  readonly isFetching: boolean;
  readonly hasMore?: boolean;
  readonly onLoadMore?: () => unknown;
  /** Called with the range of items in sight whenever it changes. */
  readonly onSight?: (first: number, last: number) => void;
  /** For when there is nothing at all. */
  readonly empty: ReactNode;
  /** The last call failed: its lines, with a retry. */
  readonly errorLines: readonly string[] | undefined;
  readonly onRetry: () => void;
}

/** Items above and below those in sight that are drawn as well. */
const OVERSCAN = 4;
/** Items below them at which the next page is asked for. */
const AHEAD = 6;

/** A pane is as high as the window: what stands above the list in it costs an item more that is drawn. */
function asHighAsWindow(_pane: unknown, tell: (rect: { width: number; height: number }) => void): () => void {
  const measure = () => tell({ width: 0, height: window.innerHeight });
  measure();
  window.addEventListener('resize', measure);
  return () => window.removeEventListener('resize', measure);
}

/**
 * A list beside the page that one of its items has opened: it scrolls by itself, and stays when another item is opened.
 * Tab stops at the open item alone; the arrows lead on from there, and Enter opens.
 */
export function PaneList<T extends Identified>(props: PaneListProps<T>): ReactElement {
  const { label, items, currentId, hrefOf, renderItem, estimate, total, isFetching, empty, errorLines } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const listFocus = useListFocus(list, items, true);
  const current = items.findIndex(({ id }) => id === currentId);
  const focused = items.findIndex(({ id }) => id === listFocus.id);
  const tabStop = focused >= 0 ? focused : Math.max(0, current);
  const rangeExtractor = useCallback(
    (range: ItemRange) => [...new Set([...defaultRangeExtractor(range), current, tabStop])].filter((at) => at >= 0),
    [current, tabStop],
  );
  const virtual = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.id ?? index,
    estimateSize: () => estimate,
    observeElementRect: asHighAsWindow,
    overscan: OVERSCAN,
    rangeExtractor,
  });
  const { startIndex: first, endIndex: last } = virtual.range ?? { startIndex: 0, endIndex: 0 };

  // Once it is there, and whenever another one is opened: not when a refresh moves it.
  const show = useEffectEvent((align: 'center' | 'auto') => {
    if (current >= 0) virtual.scrollToIndex(current, { align });
  });
  const filled = items.length > 0;
  useEffect(() => {
    if (filled) show('center');
  }, [filled]);
  useEffect(() => show('auto'), [currentId]);

  const hasMore = props.hasMore === true && !isFetching && !errorLines;
  const loadMore = useEffectEvent(() => void props.onLoadMore?.());
  const isNearEnd = last + AHEAD >= items.length;
  useEffect(() => {
    if (hasMore && isNearEnd) loadMore();
  }, [hasMore, isNearEnd, items.length]);
  const onSight = useEffectEvent(() => props.onSight?.(first, last));
  useEffect(() => onSight(), [first, last, items]);

  const [cameTo] = useState(currentId);
  const opened = currentId === cameTo ? undefined : items[current];
  const loading = useSteadyLoading(isFetching && !filled);
  const error = errorLines && <ErrorState lines={errorLines} onRetry={props.onRetry} />;
  return (
    <Scroller ref={scroller}>
      {filled ? (
        <List
          ref={list}
          aria-label={label}
          aria-busy={isFetching}
          style={{ blockSize: virtual.getTotalSize() }}
          onBlur={listFocus.onBlur}
          onKeyDown={(event) => {
            const index = listFocus.byKey(event, Math.max(1, last - first));
            if (index !== null) virtual.scrollToIndex(index);
          }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            if (!item) return null;
            return (
              <Item
                key={item.id}
                ref={virtual.measureElement}
                data-id={item.id}
                data-index={index}
                aria-setsize={total}
                aria-posinset={index + 1}
                style={{ insetBlockStart: start }}
                onFocus={() => listFocus.onFocus(item.id)}
              >
                <Way
                  to={hrefOf(item)}
                  tabIndex={index === tabStop ? 0 : -1}
                  aria-current={index === current ? 'page' : undefined}
                >
                  {renderItem(item)}
                </Way>
              </Item>
            );
          })}
        </List>
      ) : (
        (error ?? (loading ? <ToCome /> : !isFetching && empty))
      )}
      {filled && error}
      <VisuallyHidden role="status">{opened && props.openedText(opened)}</VisuallyHidden>
    </Scroller>
  );
}

/** Items to come, announced once. */
function ToCome(): ReactElement {
  return (
    <div role="status">
      <LoadingText />
      {[0, 1, 2, 3, 4].map((item) => (
        <Lines key={item} aria-hidden>
          <Skeleton width="62%" />
          <Skeleton width="84%" height="12px" />
        </Lines>
      ))}
    </div>
  );
}

/** The two ends of a line of an item. */
export const Ends = styled.span({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: space(3),
  '&[data-quiet]': { ...type.caption, color: colors.muted },
});

const Scroller = styled.div({ flex: 1, minBlockSize: 0, overflowY: 'auto', overscrollBehavior: 'contain' });

const List = styled.ul({ position: 'relative' });

const Item = styled.li({ position: 'absolute', insetInline: 0, borderBlockEnd: `1px solid ${colors.line}` });

const Way = styled(RouteLink)({
  ...type.label,
  display: 'block',
  minBlockSize: '64px',
  paddingBlock: space(2),
  paddingInline: space(4),
  overflowWrap: 'anywhere',
  color: 'inherit',
  textDecoration: 'none',
  borderInlineStart: '3px solid transparent',
  transition: `background-color ${motion.press}`,
  '@media (hover: hover)': { '&:hover': { backgroundColor: colors.hover } },
  '&[aria-current]': { backgroundColor: colors.brandSoft, borderInlineStartColor: colors.brand },
  '&:focus-visible': { outlineOffset: '-2px' },
});

const Lines = styled.div({
  display: 'flex',
  flexDirection: 'column',
  gap: space(3),
  padding: space(4),
  borderBlockEnd: `1px solid ${colors.line}`,
});
