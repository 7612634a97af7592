import { useAddress } from './address';
import { withChanges } from './query';

/**
 * Dialogs that live in the URL, so that Back closes them: `?order=1&invoice=1`. The last one in the address is on top.
 * `app/shell/UrlDialogs` displays them on every protected page.
 */
export const DIALOGS = ['order', 'invoice', 'history'] as const;
export type DialogName = (typeof DIALOGS)[number];

/** Sheets of one page that live there too (`useUrlSheet`). */
const SHEETS = ['type', 'calculator', 'menu', 'payment', 'review'] as const;
export type SheetName = (typeof SHEETS)[number];

export interface OpenDialog {
  readonly name: DialogName;
  /** The order's id. */
  readonly id: string;
}

/** Props of every such dialog. */
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
  const openDialogs = new Map<DialogName, string>();
  for (const [name, id] of new URLSearchParams(search)) {
    if (isDialog(name) && id !== '' && !openDialogs.has(name)) openDialogs.set(name, id);
  }
  return [...openDialogs].map(([name, id]) => ({ name, id }));
}

/** The query with this dialog on top of the others; everything else in it stays. */
export function withDialog(params: URLSearchParams, name: DialogName, orderId: string): URLSearchParams {
  const next = withoutDialog(params, name);
  next.append(name, orderId);
  return next;
}

export const withoutDialog = (params: URLSearchParams, name: DialogName): URLSearchParams =>
  withChanges(params, { [name]: null });

/** What lies above the page of an address, the topmost last. */
export function layersIn(search: string): readonly string[] {
  const names: readonly string[] = [...DIALOGS, ...SHEETS];
  return [...new Set(new URLSearchParams(search).keys())].filter((name) => names.includes(name));
}

interface Dialogs {
  readonly openDialog: (name: DialogName, orderId: string) => void;
  readonly closeDialog: (name: DialogName) => void;
}

/** Opens a dialog above this page and closes it again. For `routes/` and `app/`; pages take callbacks. */
export function useDialogs(): Dialogs {
  const { openLayer, closeLayer } = useAddress();
  return {
    openDialog: (name, orderId) => openLayer(name, (params) => withDialog(params, name, orderId)),
    closeDialog: closeLayer,
  };
}
