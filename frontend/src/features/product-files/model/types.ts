/** Columns of the file whose values are numbers. */
const NUMBERS: readonly string[] = ['pieces_per_unit', 'buy_price', 'sell_price', 'stock'];

/** One field that a row of the file changes. */
export interface FieldChange {
  /** Our name of the column: `buy_price`. */
  readonly field: string;
  /** As it stands above the column, in Persian. */
  readonly label: string;
  /** As the catalogue has it; empty for a new type. */
  readonly from: string;
  readonly to: string;
  /** A price that changes by more than 30 percent. */
  readonly jump: boolean;
}

export interface ChangedRow {
  /** Its number in the file. */
  readonly row: number;
  readonly isNew: boolean;
  readonly title: string;
  readonly typeName: string;
  readonly changes: readonly FieldChange[];
}

/** Why a row is not taken. */
export interface RowProblem {
  readonly row: number;
  /** As it stands above the column, in Persian. */
  readonly column: string;
  readonly value: string;
  readonly message: string;
}

/** What a file would change. Rows and problems are 500 at most, those with a jump first. */
export interface ImportPreview {
  readonly id: string;
  readonly rows: readonly ChangedRow[];
  readonly problems: readonly RowProblem[];
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly jumps: number;
  readonly failed: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface ImportResult {
  readonly message: string;
  readonly created: number;
  readonly updated: number;
  /** Those of the preview as well. */
  readonly failed: number;
}

/** Whether there is anything to take over. */
export const isWorthIt = ({ created, updated }: ImportPreview): boolean => created + updated > 0;

export const hasJump = (row: ChangedRow): boolean => row.changes.some(({ jump }) => jump);

/** The number that a value of this column is; null for words. */
export function numberIn(field: string, value: string): number | null {
  if (!NUMBERS.includes(field) || !/^\d+$/.test(value)) return null;
  return Number(value);
}

/** By how many percent a number goes up or down; null where that says nothing. */
export function percentOf({ field, from, to }: FieldChange): number | null {
  const [before, after] = [numberIn(field, from), numberIn(field, to)];
  return before === null || after === null || before === 0 ? null : Math.round(((after - before) * 100) / before);
}

/** Changed and refused rows that the lists do not show, because they are cut. */
export function leftOut({ rows, problems, created, updated, failed }: ImportPreview): {
  readonly rows: number;
  readonly problems: number;
} {
  const refused = new Set(problems.map(({ row }) => row)).size;
  return { rows: Math.max(0, created + updated - rows.length), problems: Math.max(0, failed - refused) };
}
