// A slow phone: 4× CPU, 1.6 Mbps, 150 ms; and what is read from it.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const { chromium } = createRequire(resolve(import.meta.dirname, '../../../frontend/package.json'))('@playwright/test');
const SHELL = '/usr/bin/chromium-headless-shell';
const CPU = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const QUIET_MS = 1500;

export const launch = () =>
  chromium.launch({
    executablePath: process.env.PISHKHAN_CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });

/** Runs in the page before its own scripts. */
function watch() {
  const seen = { lcp: 0, cls: 0, event: 0 };
  window.bench = seen;
  const on = (type, options, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
  on('largest-contentful-paint', {}, (entry) => {
    seen.lcp = entry.startTime;
  });
  on('layout-shift', {}, (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value;
  });
  // Only what a person did: entries of moves and of hovering say nothing.
  on('event', { durationThreshold: 16 }, (entry) => {
    if (entry.interactionId > 0) seen.event = Math.max(seen.event, entry.duration);
  });
}

/** A tab with a cache of its own. `cookies` are those of the session. */
export async function openTab(browser, baseURL, cookies = []) {
  const context = await browser.newContext({ baseURL, locale: 'fa-IR', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(watch);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const net = { scripts: 0, requests: 0, calls: [], last: Date.now(), open: new Map() };
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    net.requests += 1;
    net.open.set(requestId, new URL(request.url).pathname);
    if (type === 'Fetch' || type === 'XHR') net.calls.push(new URL(request.url).pathname);
    net.last = Date.now();
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (net.open.get(requestId)?.endsWith('.js')) net.scripts += encodedDataLength;
    net.open.delete(requestId);
    net.last = Date.now();
  });
  cdp.on('Network.loadingFailed', ({ requestId }) => net.open.delete(requestId));
  const quiet = async () => {
    while (net.open.size > 0 || Date.now() - net.last < QUIET_MS) await page.waitForTimeout(100);
  };
  const slow = async ({ cpu = true, line = true } = {}) => {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu ? CPU : 1 });
    await cdp.send('Network.emulateNetworkConditions', line ? LINE : { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  };
  await slow();
  return { page, cdp, net, quiet, slow, close: () => context.close() };
}

/** From the press to the frame that shows `selector` on a page whose address holds `path`, in milliseconds. */
export async function stepTo(page, press, path, selector) {
  const shown = page.evaluate(
    ([wantedPath, wanted]) =>
      new Promise((done) => {
        let began = 0;
        const begin = () => {
          began ||= performance.now();
        };
        addEventListener('pointerdown', begin, { capture: true, once: true });
        addEventListener('popstate', begin, { capture: true, once: true });
        const look = () => {
          if (began > 0 && location.pathname.includes(wantedPath) && document.querySelector(wanted)) requestAnimationFrame(() => done(performance.now() - began));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [path, selector],
  );
  await press();
  return shown;
}

/** The longest of some keys, from the key to the end of the frame that shows it, in milliseconds. */
export async function keyTime(page, keys) {
  await page.evaluate(() => {
    window.keyTimes = [];
    addEventListener(
      'keydown',
      () => {
        const began = performance.now();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.keyTimes.push(performance.now() - began);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(600);
  }
  const times = (await page.evaluate(() => window.keyTimes)).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)];
}

/** Frames a second while a finger scrolls. */
export async function scrollRate({ page, cdp }, distance) {
  await page.evaluate(() => {
    window.frames60 = [];
    const tick = (now) => {
      window.frames60?.push(now);
      if (window.frames60) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await cdp.send('Input.synthesizeScrollGesture', { x: 195, y: 420, yDistance: distance, speed: 2000, gestureSourceType: 'touch', preventFling: true });
  const frames = await page.evaluate(() => {
    const seen = window.frames60;
    window.frames60 = null;
    return seen;
  });
  return ((frames.length - 1) * 1000) / (frames.at(-1) - frames[0]);
}
