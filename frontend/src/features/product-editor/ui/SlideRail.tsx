import styled from '@emotion/styled';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { motion, radius, space } from '../../../shared/theme/tokens';
import { keyLanding } from '../model/swipe';
import { useDrawnSlides } from '../model/useDrawnSlides';
import { isTypedInto, useSwipe } from '../model/useSwipe';

export interface Slide {
  readonly id: string;
  /** Of the panel, for screen readers. */
  readonly label: string;
  /** Drawn when it is shown, or may be the next one. */
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
  const [near, setNear] = useState(false);
  const isDrawn = useDrawnSlides(
    slides.map((slide) => slide.id),
    index,
    near,
  );
  const { forward, dragging, listeners } = useSwipe({ index, total, direction, frozen, onIndexChange, onInSight });

  // What had the focus is out of reach on the slide that went: the keyboard goes on from the one that came.
  const shown = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    if (byKey.current)
      shown.current?.querySelector<HTMLElement>(':scope > :not([inert])')?.focus({ preventScroll: true });
    byKey.current = false;
  }, [index]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (frozen || isTypedInto(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    const end = keyLanding(event.key, index, total, direction);
    if (end === null || total < 2) return;
    event.preventDefault();
    if (end === index) return;
    byKey.current = true;
    onIndexChange(end);
  };

  const sign = direction === 'rtl' ? 1 : -1;
  return (
    // The keys are a second way: the control is the row of tabs.
    <Window
      data-frozen={frozen || undefined}
      data-single={total < 2 || undefined}
      {...listeners}
      // A mouse comes first, a finger begins with it too: the neighbours are there before the rail moves.
      onPointerEnter={() => setNear(true)}
      onKeyDown={onKeyDown}
    >
      <Track
        ref={shown}
        data-dragging={dragging || undefined}
        style={{ transform: `translateX(calc(${sign * index} * (100% + ${GAP}) + ${sign * forward}px))` }}
      >
        {slides.map((slide, at) => (
          <Panel
            key={slide.id}
            id={`${id}-panel-${slide.id}`}
            tabIndex={-1}
            inert={at !== index}
            {...(total > 1
              ? { role: 'tabpanel', 'aria-label': slide.label }
              : { role: 'group', 'aria-label': slide.label })}
          >
            {isDrawn(slide.id) && slide.content}
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
