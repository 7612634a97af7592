import type { FetchArgs } from '@reduxjs/toolkit/query';

/** The server builds the whole file before it sends the first byte. */
const TIMEOUT = 120_000;

function nameOf(disposition: string | null, otherwise: string): string {
  const [, coded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  if (coded !== undefined) return decodeURIComponent(coded);
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition ?? '') ?? [];
  return plain ?? otherwise;
}

/**
 * The call for a file; its errors are those of every other call. The browser gets the file itself; the answer in the
 * store is only its name.
 */
export const fileFrom = (url: string, otherwise: string): FetchArgs => ({
  url,
  timeout: TIMEOUT,
  responseHandler: async (response): Promise<unknown> => {
    if (!response.ok) {
      const text = await response.text();
      return text === '' ? null : (JSON.parse(text) as unknown);
    }
    const name = nameOf(response.headers.get('content-disposition'), otherwise);
    saveFile(await response.blob(), name);
    return name;
  },
});

/** How long the browser may take to start the download before the file's address is revoked, in milliseconds. */
const REVOKE_AFTER = 60_000;

/** Hands a file to the browser's downloads. */
function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, REVOKE_AFTER);
}
