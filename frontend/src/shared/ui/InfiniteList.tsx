import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSteadyLoading } from '../hooks/useSteadyLoading';
import { media } from '../theme/media';
import { space } from '../theme/tokens';
import { Button } from './Button';
import { EndMarker } from './EndMarker';
import { ErrorState } from './ErrorState';
import { SkeletonCards } from './Skeleton';

export interface InfiniteListProps<T> {
  /** Names the list. */
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly renderItem: (item: T, index: number) => ReactNode;
  readonly hasMore: boolean;
  /** Any page of it is on the way. */
  readonly isFetching: boolean;
  /** What is there is being read again: the next page waits for it, because one request runs at a time. */
  readonly isRefreshing?: boolean;
  /** A whole new list is on the way, and `items` are still those of the old one: they give way to the skeleton. */
  readonly isReplacing?: boolean;
  /** Asks for the next page; what it promises is waited for before the end of the list asks again. */
  readonly onLoadMore: () => unknown;
  /** What to show when there is nothing at all. */
  readonly empty: ReactNode;
  /** The last page could not be fetched: its lines, with a retry. */
  readonly errorLines?: readonly string[] | undefined;
  /** Fetches what failed; `onLoadMore` unless given. */
  readonly onRetry?: (() => void) | undefined;
  /** Cards to come; plain ones unless given. */
  readonly skeleton?: ReactNode;
  readonly layout?: 'list' | 'grid';
  /** Off: a «نمایش بیشتر» button instead of loading by scroll. */
  readonly auto?: boolean;
  readonly endLabel?: string;
}

/** How far below the screen the next page is asked for. */
const AHEAD = '600px 0px';

/** A list that loads its next page when its end comes near: one request at a time, one end marker. */
export function InfiniteList<T>(props: InfiniteListProps<T>): ReactElement {
  const { label, items, keyOf, renderItem, hasMore, isFetching, empty, errorLines, layout = 'list' } = props;
  const skeleton = props.skeleton ?? <SkeletonCards layout={layout} count={layout === 'grid' ? 6 : 3} />;
  const replacing = props.isReplacing ?? (isFetching && items.length === 0);
  const slow = useSteadyLoading(replacing);
  if (slow) return <>{skeleton}</>;
  if (items.length === 0) {
    if (isFetching) return <Coming aria-hidden />;
    if (errorLines) return <ErrorState lines={errorLines} onRetry={props.onRetry ?? (() => void props.onLoadMore())} />;
    if (!hasMore) return <>{empty}</>;
  }
  return (
    <>
      <List aria-label={label} aria-busy={isFetching} data-layout={layout}>
        {items.map((item, index) => (
          <li key={keyOf(item)}>{renderItem(item, index)}</li>
        ))}
      </List>
      {errorLines ? (
        <ErrorState lines={errorLines} onRetry={props.onRetry ?? (() => void props.onLoadMore())} />
      ) : (
        !replacing && <Tail {...props} skeleton={skeleton} />
      )}
    </>
  );
}

function Tail<T>({
  hasMore,
  isFetching,
  isRefreshing = false,
  onLoadMore,
  skeleton,
  auto = true,
  endLabel,
}: InfiniteListProps<T>): ReactElement {
  const { t } = useTranslation('ui');
  const sentinel = useRef<HTMLDivElement>(null);
  const observable = auto && typeof IntersectionObserver !== 'undefined';
  // Asked for during a refresh, the page would not come, and nobody would ask again.
  const idle = hasMore && !isFetching && !isRefreshing;
  const slow = useSteadyLoading(isFetching);
  const [turn, setTurn] = useState(0);
  const load = useEffectEvent(async () => {
    await onLoadMore();
    setTurn((turns) => turns + 1);
  });

  // Observed only while idle, and let go with the first sight: one page per request, whatever the scroll does.
  // Each turn looks anew: a page that is here within one frame never shows as being fetched, so `idle` stays as it was.
  useEffect(() => {
    const element = sentinel.current;
    if (!idle || !observable || !element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void load();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [idle, observable, turn]);

  if (isFetching) return slow ? <After>{skeleton}</After> : <Coming aria-hidden />;
  if (!hasMore) return <EndMarker label={endLabel} />;
  if (observable) return <Sentinel ref={sentinel} aria-hidden />;
  return (
    <After>
      <Button variant="secondary" fullWidth onClick={() => void onLoadMore()}>
        {t('showMore')}
      </Button>
    </After>
  );
}

const List = styled.ul({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space(4),
  '& > li': { minInlineSize: 0 },
  [media.tabletUp]: { '&[data-layout="grid"]': { gridTemplateColumns: 'repeat(auto-fill, minmax(320px, 1fr))' } },
});

/** Room for a moment, so that the page's end does not jump. */
const Coming = styled.div({ minBlockSize: '160px' });
const After = styled.div({ paddingBlockStart: space(4) });
const Sentinel = styled.div({ blockSize: '1px' });
