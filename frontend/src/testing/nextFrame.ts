import { act } from '@testing-library/react';

/**
 * The store tells the page of its calls with the next frame (RTK batches what they change), while a toast or a state of
 * React's own is in the document at once. Nobody sees the one without the other, since a frame is painted whole; a test
 * that has found the one waits for the frame before it reads the other.
 */
export const nextFrame = (): Promise<void> =>
  act(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => done());
      }),
  );
