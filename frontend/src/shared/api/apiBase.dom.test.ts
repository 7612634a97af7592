import { afterEach, expect, it } from 'vitest';
import { apiBase, apiUrl, pictureUrl } from './apiBase';

const named = (content: string) => {
  const meta = document.createElement('meta');
  meta.name = 'pishkhan-api';
  meta.content = content;
  document.head.append(meta);
};

afterEach(() => {
  document.querySelector('meta[name="pishkhan-api"]')?.remove();
});

it.each(['none', ''])('is the page’s own origin when the page names no other one (%s)', (content) => {
  if (content === '') named('');
  expect(apiBase()).toBe(`${window.location.origin}/`);
  expect(pictureUrl('/media/a/96.jpg')).toBe('/media/a/96.jpg');
});

it('is the one that the page names', () => {
  named('https://api.panel.test');
  expect(apiBase()).toBe('https://api.panel.test/');
  expect(apiUrl('/report/x')).toBe('https://api.panel.test/report/x');
  expect(pictureUrl('/images/products/P011.svg')).toBe('https://api.panel.test/images/products/P011.svg');
  for (const own of ['/icons/icon.svg', 'data:image/png;base64,', 'blob:x', '']) expect(pictureUrl(own)).toBe(own);
});
