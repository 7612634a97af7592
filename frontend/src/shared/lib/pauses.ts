const FIRST = 3_000;
const LONGEST = 30_000;

/** ms before the next automatic retry: soon at first, then so rarely that many clients cannot hold a server down. */
export const pauseBefore = (tries: number): number => Math.min(FIRST * 2 ** tries, LONGEST);
