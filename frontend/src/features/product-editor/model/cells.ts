import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** The figures of a type that are edited in its row, in their order. */
export const CELLS = ['piecesPerUnit', 'stock', 'buyPrice', 'sellPrice'] as const;
export type CellName = (typeof CELLS)[number];

const rowOf = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[role="row"]');

/** A cell of a row by its name; the cells carry it as `data-cell`. */
export const cellOf = (row: Element | null, name: string): HTMLElement | null =>
  row?.querySelector<HTMLElement>(`[data-cell="${name}"]`) ?? null;

/** The row that many below, while it is drawn. */
function rowBelow(element: Element, by: number): HTMLElement | null {
  const row = rowOf(element);
  if (!row) return null;
  const wanted = String(Number(row.dataset['index']) + by);
  return row.parentElement?.querySelector<HTMLElement>(`:scope > [data-index="${wanted}"]`) ?? null;
}

/** The cell of the same name in the row above or below, by the key that was pressed. */
export function cellBeside(element: Element, name: string, key: string): HTMLElement | null {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  return by === undefined ? null : cellOf(rowBelow(element, by), name);
}

export function focusCell(cell: HTMLElement): void {
  cell.focus({ preventScroll: true });
  rowOf(cell)?.firstElementChild?.scrollIntoView({ block: 'nearest' });
}

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: ReactKeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

/** The arrows move the focus from cell to cell, in the direction in which they point. */
export function moveByKey(event: ReactKeyboardEvent<HTMLElement>): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null;
  if (!cell || hasModifier(event)) return;
  const { key } = event;
  const inRow = [...(rowOf(cell)?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
  const forward = getComputedStyle(cell).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const step = key === forward ? 1 : key === 'ArrowLeft' || key === 'ArrowRight' ? -1 : 0;
  const to = step === 0 ? cellBeside(cell, cell.dataset['cell'] ?? '', key) : inRow[inRow.indexOf(cell) + step];
  if (step !== 0) event.preventDefault();
  if (!to) return;
  // The list has a use of its own for the arrows: to move from row to row.
  event.preventDefault();
  focusCell(to);
}
