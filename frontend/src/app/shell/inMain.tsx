import type { ReactElement } from 'react';
import { CONTENT_ID } from './contentId';

/** Wraps a page without a layout in the `main` element. */
export const inMain = (page: ReactElement): ReactElement => (
  <main id={CONTENT_ID} tabIndex={-1}>
    {page}
  </main>
);
