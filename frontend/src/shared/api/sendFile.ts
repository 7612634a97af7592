import type { BaseQueryApi, FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query';

/** `query: ({ file, onProgress }) => ({ url, file, type, onProgress })`: a file as the body of a POST. */
export interface FileArgs {
  readonly url: string;
  readonly file: Blob;
  /** Its Content-Type, because the one that the user's system reports is not always right. */
  readonly type: string;
  /** From 0 to 1, while the file is on its way. */
  readonly onProgress?: ((sent: number) => void) | undefined;
}

interface Answer {
  readonly data?: unknown;
  readonly error?: FetchBaseQueryError;
  readonly meta?: FetchBaseQueryMeta;
}

/** ms that the server may take to answer once it has the whole file. */
const THINKING = 60_000;

export const isFile = (args: unknown): args is FileArgs =>
  typeof args === 'object' && args !== null && 'file' in args && args.file instanceof Blob;

function read(request: XMLHttpRequest, url: URL): Answer {
  const { status, responseText } = request;
  const headers = new Headers();
  const retryAfter = request.getResponseHeader('retry-after');
  if (retryAfter !== null) headers.set('retry-after', retryAfter);
  const meta = { request: new Request(url), response: new Response(null, { headers }) };
  try {
    const data: unknown = responseText === '' ? null : JSON.parse(responseText);
    return status >= 200 && status < 300 ? { data, meta } : { error: { status, data }, meta };
  } catch (failure) {
    const error = failure instanceof Error ? failure.message : '';
    return { error: { status: 'PARSING_ERROR', originalStatus: status, data: responseText, error }, meta };
  }
}

/**
 * Sends a file and reports its progress, which `fetch` cannot. Returns what RTK Query's own base query does.
 */
export const sendFile = (
  { url, file, type, onProgress }: FileArgs,
  { base, language, signal }: { readonly base: string; readonly language: string } & Pick<BaseQueryApi, 'signal'>,
): Promise<Answer> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const target = new URL(url, base);
    const began = performance.now();
    const giveUp = () => {
      request.abort();
    };
    const end = (answer: Answer) => {
      signal.removeEventListener('abort', giveUp);
      resolve(answer);
    };
    const lost = () => {
      end({ error: { status: 'FETCH_ERROR', error: '' } });
    };
    request.open('POST', target);
    request.withCredentials = true;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', language);
    request.setRequestHeader('content-type', type);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    // Only the wait for the answer is limited, not the upload over a slow line.
    request.upload.onload = () => {
      onProgress?.(1);
      request.timeout = performance.now() - began + THINKING;
    };
    request.onload = () => {
      end(read(request, target));
    };
    request.onerror = lost;
    request.onabort = lost;
    request.ontimeout = lost;
    signal.addEventListener('abort', giveUp);
    request.send(file);
  });
