import { useStorePart } from '../hooks/useStore';
import { moduleStore } from '../lib/store';

/** What a toast says and for how long. Apart from the widget, which is a chunk of its own. */

type ToastTone = 'success' | 'error' | 'info' | 'warning';

export interface ToastAction {
  readonly label: string;
  readonly onAction: () => void;
}

export interface ToastMessage {
  readonly tone: ToastTone;
  readonly lines: readonly string[];
  readonly action?: ToastAction | undefined;
}

export interface ToastOptions {
  /** Milliseconds on the screen; the clock stops while the toast is focused, hovered or touched. */
  readonly duration?: number;
  /** The name of the thing it is about: its first line. */
  readonly thing?: string | undefined;
  /** The thing itself: a later toast about it takes its place. By default its name, or else the text. */
  readonly about?: string | undefined;
  /** Undo, as a rule: one press, and the toast goes. */
  readonly action?: ToastAction | undefined;
}

const DEFAULT = 5_000;
/** The durations of the specification, except its two seconds: too few to read a line, so the default replaces them. */
export const toastDuration = { medium: 3_000, long: 3_500, default: DEFAULT } as const;
/** Time to read, decide and reach the button: undo, or the one that opens a text of more than two lines. */
const WITH_ACTION = 8_000;
const LINES_SEEN = 2;

/** ms after which a message that waits for the widget is out of date. */
const STALE = 30_000;

interface Queued {
  readonly about: string;
  readonly message: ToastMessage;
  readonly duration: number;
}

interface Sink {
  readonly add: (queued: Queued) => void;
  readonly dismiss: (about: string) => void;
}

interface Toasts {
  /** The widget, once its code is there. */
  readonly sink: Sink | null;
  readonly waiting: readonly Queued[];
}

const toasts = moduleStore<Toasts>(() => ({ sink: null, waiting: [] }));

const drop = (which: (queued: Queued) => boolean): void =>
  toasts.set({ waiting: toasts.get().waiting.filter((queued) => !which(queued)) });

/** For a message that is not true any more, or whose call is being tried again. */
function dismiss(about: string): void {
  drop((queued) => queued.about === about);
  toasts.get().sink?.dismiss(about);
}

const show =
  (tone: ToastTone) =>
  (
    text: string | readonly string[],
    { duration = toastDuration.default, thing, about, action }: ToastOptions = {},
  ): void => {
    if (text.length === 0) return;
    const lines = [thing ?? [], text].flat();
    const queued: Queued = {
      about: about ?? thing ?? lines.join('\n'),
      message: { tone, lines, action },
      duration: action || lines.length > LINES_SEEN ? Math.max(duration, WITH_ACTION) : duration,
    };
    dismiss(queued.about);
    const { sink, waiting } = toasts.get();
    if (sink) {
      sink.add(queued);
      return;
    }
    toasts.set({ waiting: [...waiting, queued] });
    setTimeout(() => drop((one) => one === queued), STALE);
  };

/** Short messages at the top of the page, from anywhere in the program. */
export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
  dismiss,
} as const;

/** Connects the widget: messages that waited for it come first. Returns the undo. */
export function connectToasts(next: Sink): () => void {
  const { waiting } = toasts.get();
  toasts.set({ sink: next, waiting: [] });
  for (const queued of waiting) next.add(queued);
  return () => {
    if (toasts.get().sink === next) toasts.set({ sink: null });
  };
}

/** For the host, which loads the widget with the first message. */
export const useHasWaitingToasts = (): boolean => useStorePart(toasts, ({ waiting }) => waiting.length > 0);
