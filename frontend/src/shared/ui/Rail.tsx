import styled from '@emotion/styled';
import {
  type ReactElement,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useDirection } from '../i18n/useText';
import { motion, radius, space } from '../theme/tokens';
import { CARD_IN_SIGHT, keyLanding } from './railMath';
import { isTypedInto, useRailDrag } from './useRailDrag';

export interface Slide {
  readonly id: string;
  /** Of the panel, for screen readers. */
  readonly label?: string;
  readonly content: ReactNode;
}

interface RailProps {
  /** Names the list that is scrolled; a page's dots have a name of their own. */
  readonly label?: string;
  readonly slides: readonly Slide[];
  readonly index: number;
  /** A drag, a key or the scroll brought another slide. */
  readonly onIndexChange?: (index: number) => void;
  /** While a drag is on: the slide that is in sight; null when it is over. */
  readonly onInSight?: (index: number | null) => void;
  /** Something is being edited: no swiping. */
  readonly frozen?: boolean;
  /** The ids of panel and tab: `${id}-panel-${slide}`. */
  readonly id?: string;
  /** `page`: one in sight, dragged. `scroll`: as many as fit, scrolled by the browser; each as wide as CSS says here. */
  readonly layout?: 'page' | 'scroll';
  readonly slideWidth?: string;
}

/** Between two slides, so that the next one does not touch the edge. */
const GAP = space(4);
/** px for the focus rings of what stands at the edge. */
const RING = 4;

/**
 * Slides side by side, in the page's direction.
 *
 * The drag is our own code, not a library or scroll snap: it begins after 10 px, and 50 px lead to the neighbour,
 * however slow. embla-carousel (some 7 KB) decides by the finger's speed, and measures every slide of every card as it
 * appears, in a list that scrolls thousands of them; scroll snap turns back short of half a slide. Where several slides
 * are in sight there is nothing to decide: the browser scrolls and snaps, for wheel, finger, keyboard and focus.
 */
export function Rail(props: RailProps): ReactElement {
  return props.layout === 'scroll' ? <ScrolledRail {...props} /> : <PagedRail {...props} />;
}

function PagedRail({ slides, index, onIndexChange, onInSight, frozen = false, id }: RailProps): ReactElement {
  const direction = useDirection();
  const total = slides.length;
  const [near, setNear] = useState(false);
  const isDrawn = useDrawnSlides(slides, index, near);
  const { forward, dragging, listeners } = useRailDrag({ index, total, direction, frozen, onIndexChange, onInSight });

  // The focused element is on the slide that was left: move the focus to the new one.
  const track = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    if (byKey.current)
      track.current?.querySelector<HTMLElement>(':scope > :not([inert])')?.focus({ preventScroll: true });
    byKey.current = false;
  }, [index]);

  const onKeyDown = (event: ReactKeyboardEvent): void => {
    if (frozen || isTypedInto(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    const end = keyLanding(event.key, index, total, direction);
    if (end === null || total < 2) return;
    event.preventDefault();
    if (end === index) return;
    byKey.current = true;
    onIndexChange?.(end);
  };

  const sign = direction === 'rtl' ? 1 : -1;
  return (
    // The keys are an extra: the accessible control is the row of tabs.
    <Frame
      data-frozen={frozen || undefined}
      data-single={total < 2 || undefined}
      {...listeners}
      // Fires before any drag, of a mouse or a finger, so that the neighbours are drawn before the rail moves.
      onPointerEnter={() => setNear(true)}
      onKeyDown={onKeyDown}
    >
      <Track
        ref={track}
        data-dragging={dragging || undefined}
        style={{ transform: `translateX(calc(${sign * index} * (100% + ${GAP}) + ${sign * forward}px))` }}
      >
        {slides.map((slide, at) => (
          <Panel
            key={slide.id}
            id={id && `${id}-panel-${slide.id}`}
            role={total > 1 ? 'tabpanel' : 'group'}
            aria-label={slide.label}
            tabIndex={-1}
            inert={at !== index}
          >
            {isDrawn(slide.id) && slide.content}
          </Panel>
        ))}
      </Track>
    </Frame>
  );
}

/**
 * Which slides are drawn: the current one, its neighbours when somebody is about to move (`near`), and whatever was
 * drawn before: it keeps its state, and does not vanish while it moves away.
 */
function useDrawnSlides(slides: readonly Slide[], index: number, near: boolean): (id: string) => boolean {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const wanted = near ? slides.slice(Math.max(0, index - 1), index + 2) : slides.slice(index, index + 1);
  const missing = wanted.filter(({ id }) => !seen.has(id)).map(({ id }) => id);
  if (missing.length > 0) setSeen(new Set([...seen, ...missing]));
  return (id) => seen.has(id) || missing.includes(id);
}

function ScrolledRail({ label, slides, index, onIndexChange, slideWidth }: RailProps): ReactElement {
  const rtl = useDirection() === 'rtl';
  const list = useRef<HTMLUListElement>(null);
  /** The slide that the rail is scrolled to, so that it is not scrolled there again. */
  const stands = useRef(0);
  const total = slides.length;

  useEffect(() => {
    const root = list.current;
    if (!root || !onIndexChange || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ intersectionRatio }) => intersectionRatio >= CARD_IN_SIGHT);
        if (!seen) return;
        stands.current = [...root.children].indexOf(seen.target);
        onIndexChange(stands.current);
      },
      { root, threshold: CARD_IN_SIGHT },
    );
    for (const slide of root.children) observer.observe(slide);
    return () => observer.disconnect();
  }, [total, onIndexChange]);

  useEffect(() => {
    const slide = list.current?.children[index];
    if (!list.current || !slide || stands.current === index) return;
    stands.current = index;
    const [view, box] = [list.current, slide].map((element) => element.getBoundingClientRect()) as [DOMRect, DOMRect];
    // Scrolls only the rail: scrollIntoView would move the page as well.
    list.current.scrollBy(rtl ? box.right - view.right + RING : box.left - view.left - RING, 0);
  }, [index, rtl]);

  return (
    <Scroller ref={list} aria-label={label} data-paged={slideWidth === undefined || undefined}>
      {slides.map((slide) => (
        <li key={slide.id} style={{ inlineSize: slideWidth ?? '100%' }}>
          {slide.content}
        </li>
      ))}
    </Scroller>
  );
}

const Frame = styled.div({
  overflow: ['hidden', 'clip'],
  overflowClipMargin: RING,
  borderRadius: radius.focus,
  touchAction: 'pan-y pinch-zoom',
  '&[data-frozen], &[data-single]': { touchAction: 'auto' },
});

const Track = styled.div({
  display: 'flex',
  gap: GAP,
  [motion.allowed]: { transition: `transform ${motion.fade}` },
  '&[data-dragging]': { transition: 'none', userSelect: 'none', cursor: 'grabbing' },
});

const Panel = styled.div({ flex: '0 0 100%', minInlineSize: 0 });

const Scroller = styled.ul({
  display: 'flex',
  alignItems: 'stretch',
  gap: space(3),
  overflowX: 'auto',
  scrollSnapType: 'x proximity',
  overscrollBehaviorX: 'contain',
  padding: RING,
  margin: -RING,
  scrollPaddingInline: RING,
  [motion.allowed]: { scrollBehavior: 'smooth' },
  '&[data-paged]': { scrollSnapType: 'x mandatory', scrollbarWidth: 'none' },
  '&[data-paged]::-webkit-scrollbar': { display: 'none' },
  '& > li': { flex: 'none', minInlineSize: 0, scrollSnapAlign: 'start', display: 'flex' },
});
