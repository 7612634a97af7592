/** No session, or an ended one: the log-in page follows. */
export const UNAUTHORIZED = 401;
export const NOT_FOUND = 404;
/** The body of the request came too slowly. */
export const REQUEST_TIMEOUT = 408;
/** The state forbids it, or the version is stale. */
export const CONFLICT = 409;
export const TOO_MANY_REQUESTS = 429;
