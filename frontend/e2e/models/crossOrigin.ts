import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const dist = join(root, 'frontend/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

async function freePort(): Promise<number> {
  const listener = createListener();
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const { port } = listener.address() as AddressInfo;
  await new Promise((done) => listener.close(done));
  return port;
}

/** The built client as any web server gives it out, on an origin without an API. */
async function serveClient(api: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://client');
    const file = join(dist, normalize(pathname));
    const name = pathname !== '/' && file.startsWith(dist) && existsSync(file) ? file : join(dist, 'index.html');
    response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
    const page = name.endsWith('index.html');
    const named = /<meta name="pishkhan-api" content="[^"]*"/;
    response.end(
      page
        ? readFileSync(name, 'utf8').replace(named, `<meta name="pishkhan-api" content="${api}"`)
        : readFileSync(name),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function answers(url: string, process: ChildProcess): Promise<void> {
  for (let look = 0; look < 300; look += 1) {
    if (process.exitCode !== null) throw new Error(`the API has ended with ${process.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer`);
}

export interface Origins {
  readonly client: string;
  readonly api: string;
  /** A page of another site. */
  readonly foreign: string;
  readonly close: () => Promise<void>;
}

/** The client at panel.test, and a BFF of its own at api.panel.test before the services of the running product. */
export async function openOrigins(): Promise<Origins> {
  const [port, admin] = [await freePort(), await freePort()];
  const api = `http://api.panel.test:${port}`;
  const server = await serveClient(api);
  const client = `http://panel.test:${portOf(server)}`;
  const bff = spawn(join(root, 'deploy/dev/run'), ['bff'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      BFF_LISTEN: `127.0.0.1:${port}`,
      PISHKHAN_ADMIN_LISTEN: `127.0.0.1:${admin}`,
      BFF_EXTERNAL_ORIGIN: api,
      BFF_ALLOWED_ORIGINS: client,
      BFF_COOKIE_DOMAIN: 'panel.test',
    },
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    if (bff.exitCode === null) {
      const ended = new Promise((done) => bff.once('exit', done));
      bff.kill('SIGTERM');
      await ended;
    }
  };
  try {
    await answers(`http://127.0.0.1:${port}/healthz`, bff);
  } catch (failure) {
    await close();
    throw failure;
  }
  return { client, api, foreign: `http://foreign.test:${portOf(server)}`, close };
}
