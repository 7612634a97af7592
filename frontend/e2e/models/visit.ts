import type { Page, Response } from '@playwright/test';

/**
 * Opens a page and gives the first answer of this kind that it gets. From the commit on no answer to the page before can be
 * taken for this one's; one that comes with the commit is not missed, as it would be by whoever begins to wait after it.
 */
export async function visit(page: Page, url: string, isWanted: (response: Response) => boolean): Promise<Response> {
  let isCommitted = false;
  page.once('framenavigated', () => {
    isCommitted = true;
  });
  const [response] = await Promise.all([
    page.waitForResponse((one) => isCommitted && isWanted(one)),
    page.goto(url, { waitUntil: 'commit' }),
  ]);
  return response;
}
