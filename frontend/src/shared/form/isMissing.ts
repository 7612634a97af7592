/** Whether something is empty: then a form may say so as a whole. Errors of lists are nested. */
export function isMissing(errors: object): boolean {
  return Object.values(errors).some((error: unknown) => {
    if (typeof error !== 'object' || error === null || error instanceof Element) return false;
    const { type } = error as { type?: unknown };
    return typeof type === 'string' ? type === 'non_empty' || type === 'non_nullable' : isMissing(error);
  });
}
