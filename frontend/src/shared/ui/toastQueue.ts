/** What a toast shows and for how long. Kept apart from the widget, which is a chunk of its own. */

export type ToastTone = 'success' | 'error' | 'info' | 'warning';

export interface ToastMessage {
  readonly tone: ToastTone;
  readonly lines: readonly string[];
}

export interface ToastOptions {
  /** Milliseconds on the screen; the clock stops while the toast is focused, hovered or touched. */
  readonly duration?: number;
}

/** The durations of the specification. */
export const toastDuration = { short: 2_000, medium: 3_000, long: 3_500, default: 5_000 } as const;

interface Queued {
  readonly message: ToastMessage;
  readonly duration: number;
}

type Sink = (message: ToastMessage, duration: number) => void;

let sink: Sink | null = null;
let waiting: Queued[] = [];
const wakers = new Set<() => void>();

function show(tone: ToastTone, text: string | readonly string[], options: ToastOptions = {}): void {
  const lines = typeof text === 'string' ? [text] : text;
  if (lines.length === 0) return;
  const message: ToastMessage = { tone, lines };
  const duration = options.duration ?? toastDuration.default;
  if (sink) {
    sink(message, duration);
    return;
  }
  waiting = [...waiting, { message, duration }];
  for (const wake of wakers) wake();
}

/** Short messages at the top of the page, from anywhere in the program. */
export const toast = {
  success: (text: string | readonly string[], options?: ToastOptions) => {
    show('success', text, options);
  },
  error: (text: string | readonly string[], options?: ToastOptions) => {
    show('error', text, options);
  },
  info: (text: string | readonly string[], options?: ToastOptions) => {
    show('info', text, options);
  },
  warning: (text: string | readonly string[], options?: ToastOptions) => {
    show('warning', text, options);
  },
} as const;

/** The widget takes over: what has waited for it comes first. Returns the undo. */
export function connectToasts(next: Sink): () => void {
  sink = next;
  const late = waiting;
  waiting = [];
  for (const { message, duration } of late) next(message, duration);
  return () => {
    if (sink === next) sink = null;
  };
}

/** For the host, which loads the widget with the first message. */
export function onFirstToast(wake: () => void): () => void {
  wakers.add(wake);
  return () => {
    wakers.delete(wake);
  };
}

export const hasWaitingToasts = (): boolean => waiting.length > 0;
