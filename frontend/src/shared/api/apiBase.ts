/**
 * The origin where the API answers: empty for the page's own. Another one of the same site stands in the page's
 * `<meta name="pishkhan-api">` (PISHKHAN_API_BASE at build time, or written there later), without a slash at its end.
 */
const named = (): string => document.querySelector<HTMLMetaElement>('meta[name="pishkhan-api"]')?.content ?? '';

/** The address of a path of the API, for links and pictures. */
export const apiUrl = (path: string): string => `${named()}${path}`;

/** The API's address; absolute, because fetch outside a browser wants that. */
export const apiBase = (): string => new URL(apiUrl('/'), window.location.origin).href;

const SERVED = /^\/(?:media|images)\//;

/** Where a picture is that the server has named: its own ones are below the API, all others where they say. */
export const pictureUrl = (src: string): string => (SERVED.test(src) ? apiUrl(src) : src);
