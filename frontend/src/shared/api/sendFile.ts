import type { BaseQueryApi, FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query';

/** `query: ({ file, onProgress }) => ({ url, file, type, onProgress })`: a file as the body of a POST. */
export interface FileArgs {
  readonly url: string;
  readonly file: Blob;
  /** Its Content-Type: what the user's system says of a file is not always right. */
  readonly type: string;
  /** From 0 to 1, while the file is on its way. */
  readonly onProgress?: ((sent: number) => void) | undefined;
}

interface Answer {
  readonly data?: unknown;
  readonly error?: FetchBaseQueryError;
  readonly meta?: FetchBaseQueryMeta;
}

/** How long the server may think when it has the whole file, in milliseconds. */
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
 * Sends a file and tells how much of it has gone: the one thing that `fetch` cannot. Answers as RTK Query's own base
 * query does.
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
    // A slow line may take as long as it needs; an answer may not.
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
