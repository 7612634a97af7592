/** Where the skip link leads. */
export const CONTENT_ID = 'content';
