import { expect, it } from 'vitest';
import { srcSetOf } from './sizes';

it('names every size of an uploaded picture', () => {
  expect(srcSetOf('/media/0190a0/960.jpg')).toBe(
    '/media/0190a0/96.jpg 96w, /media/0190a0/320.jpg 320w, /media/0190a0/960.jpg 960w',
  );
});

it.each(['/images/products/P011.svg', '', 'https://example.org/media/a/960.jpg', '/media/a/b/960.jpg'])(
  'knows one size of %s',
  (src) => {
    expect(srcSetOf(src)).toBeNull();
  },
);
