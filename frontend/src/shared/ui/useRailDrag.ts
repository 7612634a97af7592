import {
  type DragEvent as ReactDragEvent,
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  useRef,
  useState,
} from 'react';
import { axisOf, type Direction, follow, forwardOf, inSight, landing } from './railMath';

interface Options {
  readonly index: number;
  readonly total: number;
  readonly direction: Direction;
  readonly frozen: boolean;
  readonly onIndexChange: ((index: number) => void) | undefined;
  readonly onInSight: ((index: number | null) => void) | undefined;
}

interface Drag {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  sideways: boolean;
}

export const isTypedInto = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Dragging by finger or mouse: how far the rail is dragged, and what its window listens to. */
export function useRailDrag({ index, total, direction, frozen, onIndexChange, onInSight }: Options) {
  const drag = useRef<Drag | null>(null);
  const swallowClick = useRef(false);
  const [forward, setForward] = useState(0);
  const [dragging, setDragging] = useState(false);

  const release = (end: number): void => {
    drag.current = null;
    setDragging(false);
    setForward(0);
    onInSight?.(null);
    if (end !== index) onIndexChange?.(end);
  };

  const onPointerDown = (event: ReactPointerEvent<HTMLDivElement>): void => {
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

  const onPointerMove = (event: ReactPointerEvent<HTMLDivElement>): void => {
    const held = drag.current;
    if (held?.pointer !== event.pointerId) return;
    const dx = event.clientX - held.x;
    if (!held.sideways) {
      const axis = axisOf(dx, event.clientY - held.y);
      // A vertical drag scrolls the page: it is not for the rail.
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

  const onPointerUp = (event: ReactPointerEvent<HTMLDivElement>): void => {
    const held = drag.current;
    if (held?.pointer !== event.pointerId) return;
    // The drag must not press the button under the finger.
    swallowClick.current = held.sideways;
    release(held.sideways ? landing(index, forwardOf(event.clientX - held.x, direction), total) : index);
  };

  const onClickCapture = (event: ReactMouseEvent): void => {
    if (!swallowClick.current) return;
    swallowClick.current = false;
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    forward,
    dragging,
    listeners: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: () => release(index),
      onClickCapture,
      onDragStart: (event: ReactDragEvent) => event.preventDefault(),
    },
  };
}
