import { describe, expect, it } from 'vitest';
import { axisOf, follow, forwardOf, groupsOf, inSight, keyLanding, landing } from './railMath';

describe('a movement', () => {
  it.each([
    [9, 0, 'undecided'],
    [-9, 9, 'undecided'],
    [10, 0, 'horizontal'],
    [-10, 3, 'horizontal'],
    [4, 10, 'vertical'],
    [10, 10, 'vertical'],
    [12, -40, 'vertical'],
  ] as const)('of %i to the side and %i down is %s', (dx, dy, axis) => {
    expect(axisOf(dx, dy)).toBe(axis);
  });

  it('to the right goes on where one reads from right to left', () => {
    expect(forwardOf(60, 'rtl')).toBe(60);
    expect(forwardOf(60, 'ltr')).toBe(-60);
    expect(forwardOf(0, 'ltr')).toBe(0);
  });
});

describe('letting go', () => {
  it.each([
    [1, 49, 1],
    [1, 50, 2],
    [1, -50, 0],
    [1, -49, 1],
    [2, 300, 2],
    [0, -300, 0],
    // However far: one slide at a time.
    [0, 900, 1],
  ])('from slide %i after %i px ends on %i', (index, forward, end) => {
    expect(landing(index, forward, 3)).toBe(end);
  });
});

describe('while it is dragged', () => {
  it('the slide that is more than half in sight is the current one', () => {
    expect(inSight(0, 150, 3, 300)).toBe(0);
    expect(inSight(0, 151, 3, 300)).toBe(1);
    expect(inSight(2, 200, 3, 300)).toBe(2);
    expect(inSight(1, -200, 3, 300)).toBe(0);
    expect(inSight(1, 200, 3, 0)).toBe(1);
  });

  it('the rail follows the finger, slowly beyond its ends', () => {
    expect(follow(0, 80, 3)).toBe(80);
    expect(follow(0, -80, 3)).toBe(-20);
    expect(follow(2, 80, 3)).toBe(20);
    expect(follow(0, 80, 1)).toBe(20);
  });
});

describe('a key', () => {
  it.each([
    ['ArrowLeft', 'rtl', 2],
    ['ArrowRight', 'rtl', 0],
    ['ArrowLeft', 'ltr', 0],
    ['ArrowRight', 'ltr', 2],
    ['Home', 'rtl', 0],
    ['End', 'rtl', 3],
    ['Enter', 'rtl', null],
    ['ArrowDown', 'rtl', null],
  ] as const)('%s in %s leads from slide 1 of 4 to %s', (key, direction, end) => {
    expect(keyLanding(key, 1, 4, direction)).toBe(end);
  });

  it('does not lead beyond the ends', () => {
    expect(keyLanding('ArrowLeft', 3, 4, 'rtl')).toBe(3);
    expect(keyLanding('ArrowRight', 0, 4, 'rtl')).toBe(0);
  });
});

it('puts thumbnails in threes', () => {
  expect(groupsOf([1, 2, 3, 4])).toEqual([[1, 2, 3], [4]]);
  expect(groupsOf([])).toEqual([]);
});
