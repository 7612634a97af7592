import styled from '@emotion/styled';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { motion, radius, space } from '../../../shared/theme/tokens';
import { axisOf, follow, forwardOf, inSight, keyLanding, landing } from './swipe';

export interface Slide {
  readonly id: string;
  /** Of the panel, for screen readers. */
  readonly label: string;
  readonly content: ReactNode;
}

export interface SlideRailProps {
  readonly slides: readonly Slide[];
  readonly index: number;
  /** A drag, or a key, brought another slide. */
  readonly onIndexChange: (index: number) => void;
  /** While a drag is on: the slide that is in sight; null when it is over. */
  readonly onInSight?: (index: number | null) => void;
  /** Something is being edited: no swiping. */
  readonly frozen?: boolean;
  /** The ids of panel and tab: `${id}-panel-${slide}`. */
  readonly id: string;
}

/** Between two slides, so that the next one does not touch the edge. */
const GAP = space(4);

interface Drag {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  sideways: boolean;
}

const isTypedInto = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Slides side by side, one in sight: swiped by finger or mouse, moved by arrow keys, in the page's direction. */
export function SlideRail({
  slides,
  index,
  onIndexChange,
  onInSight,
  frozen = false,
  id,
}: SlideRailProps): ReactElement {
  const { i18n } = useTranslation();
  const direction = i18n.dir();
  const total = slides.length;
  const drag = useRef<Drag | null>(null);
  const swallowClick = useRef(false);
  const [forward, setForward] = useState(0);
  const [dragging, setDragging] = useState(false);

  const release = (end: number): void => {
    drag.current = null;
    setDragging(false);
    setForward(0);
    onInSight?.(null);
    if (end !== index) onIndexChange(end);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    swallowClick.current = false;
    if (frozen || total < 2 || !event.isPrimary || event.button !== 0 || isTypedInto(event.target)) return;
    drag.current = {
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      width: event.currentTarget.clientWidth,
      sideways: false,
    };
  };

  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const held = drag.current;
    if (held?.pointer !== event.pointerId) return;
    const dx = event.clientX - held.x;
    if (!held.sideways) {
      const axis = axisOf(dx, event.clientY - held.y);
      // The page scrolls: this finger is not ours any more.
      if (axis === 'vertical') drag.current = null;
      if (axis !== 'horizontal') return;
      held.sideways = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      window.getSelection()?.removeAllRanges();
      setDragging(true);
    }
    const moved = forwardOf(dx, direction);
    setForward(follow(index, moved, total));
    onInSight?.(inSight(index, moved, total, held.width));
  };

  const onPointerUp = (event: PointerEvent<HTMLDivElement>): void => {
    const held = drag.current;
    if (held?.pointer !== event.pointerId) return;
    // The button under the finger was not meant.
    swallowClick.current = held.sideways;
    release(held.sideways ? landing(index, forwardOf(event.clientX - held.x, direction), total) : index);
  };

  const onClickCapture = (event: MouseEvent): void => {
    if (!swallowClick.current) return;
    swallowClick.current = false;
    event.preventDefault();
    event.stopPropagation();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (frozen || isTypedInto(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    const end = keyLanding(event.key, index, total, direction);
    if (end === null || total < 2) return;
    event.preventDefault();
    if (end !== index) onIndexChange(end);
  };

  const sign = direction === 'rtl' ? 1 : -1;
  return (
    // The keys are a second way: the control is the row of tabs.
    <Window
      data-frozen={frozen || undefined}
      data-single={total < 2 || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => release(index)}
      onClickCapture={onClickCapture}
      onDragStart={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <Track
        data-dragging={dragging || undefined}
        style={{ transform: `translateX(calc(${sign * index} * (100% + ${GAP}) + ${sign * forward}px))` }}
      >
        {slides.map((slide, at) => (
          <Panel
            key={slide.id}
            id={`${id}-panel-${slide.id}`}
            inert={at !== index}
            {...(total > 1
              ? { role: 'tabpanel', 'aria-label': slide.label }
              : { role: 'group', 'aria-label': slide.label })}
          >
            {slide.content}
          </Panel>
        ))}
      </Track>
    </Window>
  );
}

const Window = styled.div({
  overflow: ['hidden', 'clip'],
  // The focus ring of what stands at the edge.
  overflowClipMargin: '4px',
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

const Panel = styled.div({
  flex: '0 0 100%',
  minInlineSize: 0,
});
