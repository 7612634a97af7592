/** The arithmetic of a rail (constants: part 2, 9). All lengths in CSS pixels. */

export type Direction = 'ltr' | 'rtl';

/** A shorter movement is not a drag. */
const START = 10;
/** A drag this long goes to the neighbour. */
const THRESHOLD = 50;
/** A slide becomes the current one when more than this share of it is in sight. */
const IN_SIGHT = 0.5;
/** The same for cards of which several are in sight. */
export const CARD_IN_SIGHT = 0.8;
/** Beyond the first and the last slide the rail moves this much slower than the finger. */
const RESISTANCE = 4;

type Axis = 'undecided' | 'horizontal' | 'vertical';

/** What a movement from where the finger was put down means. */
export function axisOf(dx: number, dy: number): Axis {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < START) return 'undecided';
  return Math.abs(dx) > Math.abs(dy) ? 'horizontal' : 'vertical';
}

/** A drag to the right brings the next slide in right-to-left pages, and the previous one in others. */
export const forwardOf = (dx: number, direction: Direction): number => (direction === 'rtl' ? dx : -dx) || 0;

const clamp = (index: number, total: number): number => Math.max(0, Math.min(total - 1, index));

/** Where the rail stands when it is let go. */
export function landing(index: number, forward: number, total: number): number {
  if (Math.abs(forward) < THRESHOLD) return index;
  return clamp(index + Math.sign(forward), total);
}

/** The slide to call current while the rail is dragged. */
export function inSight(index: number, forward: number, total: number, width: number): number {
  if (width <= 0 || Math.abs(forward) / width <= IN_SIGHT) return index;
  return clamp(index + Math.sign(forward), total);
}

/** How far the rail follows the finger: fully between two slides, slowly beyond the ends. */
export function follow(index: number, forward: number, total: number): number {
  const wanted = clamp(index + Math.sign(forward), total);
  return wanted === index ? forward / RESISTANCE : forward;
}

/** The slide that a key leads to; null for other keys. */
export function keyLanding(key: string, index: number, total: number, direction: Direction): number | null {
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return clamp(index + 1, total);
  if (key === back) return clamp(index - 1, total);
  if (key === 'Home') return 0;
  if (key === 'End') return total - 1;
  return null;
}

/** Thumbnails and dots stand in threes. */
export const GROUP = 3;

export const groupsOf = <T>(items: readonly T[], size = GROUP): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
