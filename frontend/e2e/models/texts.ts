import type { Page } from '@playwright/test';

/**
 * Reads what is on show as an eye does: numbers that are cut off or broken over two lines, a number away from its unit,
 * Latin digits in a Persian page, a percent sign on the wrong side, and words of a Persian text the wrong way round.
 */
export const misread = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const persian = document.documentElement.lang === 'fa';
    const DIGIT = /[0-9۰-۹]/;
    const found = new Set<string>();
    const shown = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 60);
    const scope = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) ?? document.body;
    const visible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }) &&
      !element.closest('[data-print-area], [inert], svg, [aria-hidden="true"], script, style');
    const hiddenFromEyes = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width <= 1 || height <= 1;
    };

    for (const element of scope.querySelectorAll<HTMLElement>('*')) {
      if (!visible(element) || hiddenFromEyes(element)) continue;
      const style = getComputedStyle(element);
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        if (DIGIT.test(element.value) && element.type !== 'password' && element.scrollWidth > element.clientWidth + 1)
          found.add(`cut in its field: ${shown(element.value)}`);
        if (persian && /[0-9]/.test(element.value) && /[۰-۹آ-ی]/.test(element.value))
          found.add(`two kinds of digits in a field: ${shown(element.value)}`);
        continue;
      }
      if (element instanceof HTMLSelectElement) {
        const text = element.selectedOptions[0]?.textContent ?? '';
        const canvas = document.createElement('canvas').getContext('2d');
        if (!canvas) continue;
        canvas.font = style.font;
        const room =
          element.clientWidth - Number.parseFloat(style.paddingInlineStart) - Number.parseFloat(style.paddingInlineEnd);
        if (canvas.measureText(text).width > room + 1) found.add(`cut in its list: ${shown(text)}`);
        continue;
      }
      const clips = style.overflowX === 'hidden' || style.overflowX === 'clip';
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE);
      if (clips && own && DIGIT.test(element.textContent) && element.scrollWidth > element.clientWidth + 1)
        found.add(`cut off: ${shown(element.textContent)}`);
    }

    const range = document.createRange();
    const box = (node: Text, from: number, to: number) => {
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    };
    const oneLine = (boxes: readonly DOMRect[]) =>
      boxes.every(({ top, bottom }) => top < (boxes[0]?.bottom ?? 0) && bottom > (boxes[0]?.top ?? 0));
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const { data, parentElement } = node;
      if (!parentElement || !/[0-9۰-۹.!؟]/.test(data) || !visible(parentElement) || hiddenFromEyes(parentElement))
        continue;
      const latin = parentElement.closest('bdi[dir="ltr"], [dir="ltr"], [lang="en"]') !== null;
      // What `bdi` is to elements: a code that is kept apart, and keeps its digits.
      const read = data.replace(/\u2066(?=[^\u2069]*[A-Za-z])[^\u2069]*\u2069/g, '');
      if (persian && !latin && /(?<![A-Za-z]-?[0-9]*)[0-9]/.test(read)) found.add(`Latin digits: ${shown(data)}`);
      if (!persian && /[۰-۹]/.test(data)) found.add(`Persian digits: ${shown(data)}`);
      for (const number of data.matchAll(/[0-9۰-۹]+(?:[٬٫.,/:-][0-9۰-۹]+)*(?:\u200f?[٪%])?(?:\u00a0[^\s\u00a0]+)?/g)) {
        const boxes = box(node, number.index, number.index + number[0].length);
        if (!oneLine(boxes)) found.add(`broken over lines: ${shown(number[0])} in ${shown(data)}`);
      }
      for (const sign of data.matchAll(/([0-9۰-۹])\u200f?([٪%])/g)) {
        const digit = box(node, sign.index, sign.index + 1)[0];
        const mark = box(node, sign.index + sign[0].length - 1, sign.index + sign[0].length)[0];
        if (digit && mark && mark.left < digit.left !== persian) found.add(`percent on the other side: ${shown(data)}`);
      }
      // A number and a Persian word are read from right to left, in whatever page they stand.
      for (const pair of data.matchAll(
        persian ? /[0-9۰-۹][ \u00a0][آ-ی]|[آ-ی][ \u00a0][0-9۰-۹]/g : /[0-9] [آ-ی]|[آ-ی] [0-9]/g,
      )) {
        const [first, second] = [
          box(node, pair.index, pair.index + 1)[0],
          box(node, pair.index + 2, pair.index + 3)[0],
        ];
        if (first && second && oneLine([first, second]) && first.left < second.left)
          found.add(`the wrong way round: ${shown(data)}`);
      }
      // A Persian sentence ends on its left, in whatever page it stands.
      const ends = /^\s*[آ-ی](?:.*[آ-ی])?([.!؟])\s*$/s.exec(data);
      if (ends) {
        const [start, stop] = [data.search(/\S/), data.trimEnd().length - 1];
        const [first, last] = [box(node, start, start + 1)[0], box(node, stop, stop + 1)[0]];
        if (first && last && oneLine([first, last]) && last.left > first.left)
          found.add(`its end in front: ${shown(data)}`);
      }
      for (const date of data.matchAll(/[0-9۰-۹]{4}\/[0-9۰-۹]{2}\/[0-9۰-۹]{2}/g)) {
        const [year, day] = [box(node, date.index, date.index + 1)[0], box(node, date.index + 9, date.index + 10)[0]];
        if (year && day && year.left > day.left) found.add(`a date the wrong way round: ${shown(data)}`);
      }
    }
    return [...found];
  });
