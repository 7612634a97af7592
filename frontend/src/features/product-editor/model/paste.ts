import type { WirePastedRow } from '../../../shared/api/wire/imports.gen';
import { err, ok, type Result } from '../../../shared/lib/result';
import { CELLS, type CellName } from './cells';
import type { ListedType } from './lines';

/** As many rows as the server takes at once. */
const MOST = 500;

const FIELDS = {
  piecesPerUnit: 'tedadDarVahed',
  stock: 'mojoody',
  buyPrice: 'priceBuyOne',
  sellPrice: 'priceSelOne',
} as const satisfies Record<CellName, keyof WirePastedRow>;

/** Lines of cells, as spreadsheets copy them; null for a single value, which is pasted as any text is. */
export function pastedCells(text: string): readonly (readonly string[])[] | null {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  return lines.length === 1 && lines[0]?.length === 1 ? null : lines;
}

/** `many`: there are not so many types below, with how many there are; `wide`: more columns than stand beside. */
export type PasteProblem = { readonly kind: 'many'; readonly most: number } | { readonly kind: 'wide' };

/** What the cells make of the types from a cell of the table on, downwards and along its row. Empty ones change nothing. */
export function pastedRows(
  cells: readonly (readonly string[])[],
  lines: readonly ListedType[],
  from: { readonly id: string; readonly name: CellName },
): Result<readonly WirePastedRow[], PasteProblem> {
  const below = lines.slice(lines.findIndex(({ id }) => id === from.id));
  const types = below.flatMap(({ product, type }) => (type ? [{ product, type }] : []));
  const most = Math.min(types.length, MOST);
  if (cells.length > most) return err({ kind: 'many', most });
  const names = CELLS.slice(CELLS.indexOf(from.name));
  if (cells.some((line) => line.length > names.length)) return err({ kind: 'wide' });
  return ok(
    types.slice(0, cells.length).map(({ product, type }, row) => ({
      productCode: product.code,
      typeCode: type.code,
      ...Object.fromEntries(names.flatMap((name, at) => [[FIELDS[name], cells[row]?.[at]?.trim() ?? '']])),
    })),
  );
}
