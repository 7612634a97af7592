import { err, ok, type Result } from '../../../shared/lib/result';

/** What the server takes: 10 MiB. */
const MAX_BYTES = 10 * 1024 * 1024;

/** By the file's name: what systems say of a file's type differs, above all for CSV. */
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

/** For the `accept` of a file field. */
export const ACCEPT = ['.xlsx', '.csv', ...Object.values(TYPES)].join(',');

export type FileProblem = 'many' | 'old' | 'type' | 'size' | 'empty' | 'unread';

/** A file that is ready to be sent: its bytes are here, and it does not change any more. */
export interface SheetFile {
  readonly name: string;
  readonly type: string;
  readonly content: Blob;
}

function typeOf(name: string): Result<string, FileProblem> {
  const ending = name.toLowerCase().split('.').at(-1);
  if (ending === 'xls') return err('old');
  return ending === 'xlsx' || ending === 'csv' ? ok(TYPES[ending]) : err('type');
}

/** Reads what the user chose or dropped, or says why it cannot be taken. */
export async function readSheet(files: readonly File[]): Promise<Result<SheetFile, FileProblem>> {
  const [file] = files;
  if (file === undefined || files.length > 1) return err('many');
  const type = typeOf(file.name);
  if (!type.ok) return type;
  if (file.size > MAX_BYTES) return err('size');
  if (file.size === 0) return err('empty');
  try {
    // Changed on the disk while it is on its way, the file itself would break off.
    return ok({ name: file.name, type: type.value, content: new Blob([await file.arrayBuffer()]) });
  } catch {
    return err('unread');
  }
}
