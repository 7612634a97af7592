import { expect, type Locator, type Page } from '@playwright/test';

/** The entries of a list that are drawn at the moment: cards, or rows of a table. */
export const items = (page: Page): Locator => page.getByRole('main').locator('[data-index]');

/** The entry of a place, from 1; the headings of a table are its first row. */
export const itemAt = (page: Page, place: number): Locator =>
  items(page).and(page.locator(`[aria-posinset="${place}"], [aria-rowindex="${place + 1}"]`));

/** The link of a whole entry. */
export const wayOf = (item: Locator): Locator => item.getByRole('link').first();

/** A part of the way down, and what the list has drawn before it: the paths its cards lead to, by their places. */
const goDown = (page: Page, px: number | null) =>
  page.evaluate(async (by) => {
    const entries = () => [...document.querySelectorAll('main [data-index]')];
    const placeOf = (one: Element) => Number(one.ariaPosInSet ?? Number(one.ariaRowIndex) - 1);
    const drawn = entries().map(
      (one) => [placeOf(one), one.querySelector<HTMLAnchorElement>('a')?.pathname ?? ''] as const,
    );
    window.scrollBy(0, by ?? window.innerHeight * 0.7);
    // Until the screen is full again: a busy machine draws what a scroll has brought in sight some frames later.
    const isFull = () =>
      window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1 ||
      entries().some((one) => one.getBoundingClientRect().bottom >= window.innerHeight);
    // Below a list that has failed stands something else.
    for (let frame = 0; frame < 120 && (frame === 0 || !isFull()); frame += 1) await new Promise(requestAnimationFrame);
    return drawn;
  }, px);

/** Scrolls a list of several pages to its end. What was drawn on the way: the paths of its cards, by their places. */
export async function scrollToEnd(page: Page): Promise<ReadonlyMap<number, string>> {
  const seen = new Map<number, string>();
  const end = page.getByText('پایان فهرست');
  const isSeen = () =>
    end.evaluateAll((all) => all.some((one) => one.getBoundingClientRect().top < window.innerHeight));
  await expect(async () => {
    for (const [place, path] of await goDown(page, null)) seen.set(place, path);
    expect(await isSeen()).toBe(true);
  }).toPass({ intervals: [20], timeout: 40_000 });
  for (const [place, path] of await goDown(page, 0)) seen.set(place, path);
  return seen;
}

/** Scrolls down, and round again where it came too late, until the list has drawn the item of a place. */
export async function scrollToPlace(page: Page, place: number): Promise<void> {
  const item = itemAt(page, place);
  await expect(async () => {
    if ((await item.count()) > 0) return;
    await goDown(page, 500);
    await page.evaluate(() => {
      if (window.scrollY + window.innerHeight >= document.documentElement.scrollHeight) window.scrollTo(0, 0);
    });
    throw new Error(`no item ${place} yet`);
  }).toPass({ intervals: [20], timeout: 40_000 });
}

/** How many entries stand on the screen as a whole, with nothing above them. */
export const whole = (page: Page): Promise<number> =>
  items(page).evaluateAll(
    (all) =>
      all.filter((one) => {
        const { left, width, top, bottom } = one.getBoundingClientRect();
        return [top + 2, bottom - 2].every((y) => one.contains(document.elementFromPoint(left + width / 2, y)));
      }).length,
  );
