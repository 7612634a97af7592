import { expect, it } from 'vitest';
import { longestOf } from './longestText';

it('finds the text that takes most room: by its lines first, then by its letters', () => {
  expect(longestOf(['', 'کوتاه', 'یک\nدو\nسه'])).toBe('یک\nدو\nسه');
  expect(longestOf(['یک\nدو', 'آ'.repeat(200)])).toBe('آ'.repeat(200));
  expect(longestOf(['', ''])).toBe('');
  expect(longestOf([])).toBe('');
});
