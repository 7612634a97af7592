/**
 * The origin of the API, without a trailing slash; empty for the page's own. Another origin of the same site is named in
 * `<meta name="pishkhan-api">` (PISHKHAN_API_BASE at build time, or written there later).
 */
const named = (): string => document.querySelector<HTMLMetaElement>('meta[name="pishkhan-api"]')?.content ?? '';

/** The address of a path of the API, for links and pictures. */
export const apiUrl = (path: string): string => `${named()}${path}`;

/** The API's address; absolute, because fetch outside a browser wants that. */
export const apiBase = (): string => new URL(apiUrl('/'), window.location.origin).href;

const SERVED = /^\/(?:media|images)\//;

/** The address of a picture: a path is relative to the API, any other URL is used as it is. */
export const pictureUrl = (src: string): string => (SERVED.test(src) ? apiUrl(src) : src);
