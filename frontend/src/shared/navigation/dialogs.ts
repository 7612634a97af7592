import { useAddress } from './address';
import { withChanges } from './query';

/**
 * Dialogs that live in the URL, so that Back closes them: `?order=1&invoice=1`. Their order in the address is the
 * order of the papers on the screen, the last one on top. `app/shell/UrlDialogs` shows them on every protected page.
 */
export const DIALOGS = ['order', 'invoice', 'history'] as const;
export type DialogName = (typeof DIALOGS)[number];

export interface OpenDialog {
  readonly name: DialogName;
  /** The order's id. */
  readonly id: string;
}

/** What the host gives to a dialog. */
export interface UrlDialogProps {
  readonly orderId: string;
  readonly onClose: () => void;
  /** Opens another dialog above this one. */
  readonly onOpen: (name: DialogName, orderId: string) => void;
  /** The order is gone: the dialog closes, and so does a page that shows the same order. */
  readonly onDeleted: (orderId: string) => void;
}

const isDialog = (name: string): name is DialogName => (DIALOGS as readonly string[]).includes(name);

/** The dialogs that an address names, the lowest first; each of them once. */
export function dialogsOf(search: string): readonly OpenDialog[] {
  const open = new Map<DialogName, string>();
  for (const [name, id] of new URLSearchParams(search)) {
    if (isDialog(name) && id !== '' && !open.has(name)) open.set(name, id);
  }
  return [...open].map(([name, id]) => ({ name, id }));
}

/** The query with this dialog on top of the others; everything else in it stays. */
export function withDialog(params: URLSearchParams, name: DialogName, orderId: string): URLSearchParams {
  const next = withoutDialog(params, name);
  next.append(name, orderId);
  return next;
}

export const withoutDialog = (params: URLSearchParams, name: DialogName): URLSearchParams =>
  withChanges(params, { [name]: null });

interface Dialogs {
  readonly open: (name: DialogName, orderId: string) => void;
  readonly close: (name: DialogName) => void;
}

/**
 * Opens a dialog of this page and closes it again. For `routes/` and `app/`; a page takes callbacks.
 * Closing is a step back when opening was a step forward; a link straight to the open dialog has nothing below it.
 */
export function useDialogs(): Dialogs {
  const { here, change, stepBack } = useAddress();
  return {
    open: (name, orderId) => {
      change((params) => withDialog(params, name, orderId), { keepScroll: true, state: { dialog: name } });
    },
    close: (name) => {
      if ((here()?.state as { dialog?: unknown } | null)?.dialog === name) stepBack();
      else change((params) => withoutDialog(params, name), { keepScroll: true, replace: true });
    },
  };
}
