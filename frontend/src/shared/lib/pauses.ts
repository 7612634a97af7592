const FIRST = 3_000;
const LONGEST = 30_000;

/** ms before the next try that nobody asked for: soon at first, and never so often that many clients hold a server down. */
export const pauseBefore = (tries: number): number => Math.min(FIRST * 2 ** tries, LONGEST);
