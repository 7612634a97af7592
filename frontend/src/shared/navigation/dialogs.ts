import { useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { nowMs } from '../lib/now';

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

const asSearch = (params: URLSearchParams): string => {
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
};

/** The address's search with this dialog on top of the others; everything else in it stays. */
export function withDialog(search: string, name: DialogName, orderId: string): string {
  const params = new URLSearchParams(search);
  params.delete(name);
  params.append(name, orderId);
  return asSearch(params);
}

export function withoutDialog(search: string, name: DialogName): string {
  const params = new URLSearchParams(search);
  params.delete(name);
  return asSearch(params);
}

/** A second press on «close», before the first step back has begun. */
const SAME_PRESS = 400;

interface Dialogs {
  readonly open: (name: DialogName, orderId: string) => void;
  readonly close: (name: DialogName) => void;
}

/**
 * Opens a dialog of this page and closes it again. For `routes/` and `app/`; a page takes callbacks.
 * Closing is a step back when opening was a step forward; a link straight to the open dialog has nothing below it.
 */
export function useDialogs(): Dialogs {
  const navigate = useNavigate();
  const { state: moving } = useNavigation();
  const location = useLocation();
  const left = useRef<{ readonly key: string; readonly at: number } | null>(null);
  const pushed = (location.state as { dialog?: unknown } | null)?.dialog;
  return {
    open: (name, orderId) => {
      const search = withDialog(location.search, name, orderId);
      if (search === location.search) return;
      void navigate({ search, hash: location.hash }, { preventScrollReset: true, state: { dialog: name } });
    },
    close: (name) => {
      const last = left.current;
      if (moving !== 'idle' || (last?.key === location.key && nowMs() - last.at < SAME_PRESS)) return;
      left.current = { key: location.key, at: nowMs() };
      if (pushed === name) {
        void navigate(-1);
        return;
      }
      const search = withoutDialog(location.search, name);
      void navigate({ search, hash: location.hash }, { preventScrollReset: true, replace: true });
    },
  };
}
