/** The router numbers its history entries; the first one of the app has 0. */
export const entryDepth = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Whether nothing of the app lies below this entry, so that Back would leave it. */
export const isFirstEntry = (): boolean => entryDepth() === 0;
