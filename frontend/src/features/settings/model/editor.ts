import type { ReactNode } from 'react';

/** What every section's editor gets. */
export interface EditorProps<Given extends { readonly version: number }> {
  /** The section as it stands on the server. */
  readonly given: Given;
  /** Reads it again; null when that failed. */
  readonly reload: () => Promise<Given | null>;
  /** It is saved or cancelled, or the form's code did not come. */
  readonly onClose: () => void;
  /** What stands on the server, as the page shows it. */
  readonly children: ReactNode;
}

/** Reads a section again; null when that failed. */
export async function reread<Given>(
  refetch: () => PromiseLike<{ readonly data?: Given | null | undefined; readonly error?: unknown }>,
): Promise<Given | null> {
  const { data, error } = await refetch();
  return error === undefined && data ? data : null;
}
