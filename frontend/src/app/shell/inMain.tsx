import type { ReactElement } from 'react';
import { CONTENT_ID } from './contentId';

/** A page that stands in no layout is the content itself. */
export const inMain = (page: ReactElement): ReactElement => (
  <main id={CONTENT_ID} tabIndex={-1}>
    {page}
  </main>
);
