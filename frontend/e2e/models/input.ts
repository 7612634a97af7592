import type { Page } from '@playwright/test';

interface Recording {
  inputs?: string[];
}

/** The last of them are kept. */
const KEPT = 60;

/** Writes down what the page hears of mouse, keys and focus, and when: a press that comes to nothing leaves no other trace. */
export async function recordInput(page: Page): Promise<void> {
  await page.addInitScript((kept) => {
    const inputs: string[] = [];
    (window as Recording).inputs = inputs;
    const kinds =
      'pointerdown mousedown pointerup pointercancel mouseup click keydown focusin focusout popstate resize';
    for (const kind of kinds.split(' ')) {
      window.addEventListener(
        kind,
        ({ type, target }) => {
          const what =
            target instanceof Element ? `${target.tagName} ${target.closest('[aria-label]')?.ariaLabel ?? ''}` : '';
          if (inputs.push(`${Math.round(performance.now())} ms ${type} ${what}`) > kept) inputs.shift();
        },
        true,
      );
    }
  }, KEPT);
}

/** What was written down since the page was loaded. */
export const inputOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as Recording).inputs ?? []);
