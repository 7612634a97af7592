import { HttpResponse, http, type JsonBodyType } from 'msw';
import type { WireSessionRow } from '../../shared/api/wire/account.gen';
import type { WireActivityEntry } from '../../shared/api/wire/activity.gen';
import { nextAnswer } from '../../testing/nextAnswer';

export const wireSessionOf = (id: string, fields: Partial<WireSessionRow> = {}): WireSessionRow => ({
  _id: id,
  device: 'Chrome · Windows',
  network: '203.0.113.0/24',
  createdAtS: '1405/08/30 - 12:00',
  lastSeenS: '1405/09/01 - 08:10',
  current: false,
  ...fields,
});

/** A refusal, or a lost answer: status 0. */
interface Scripted {
  readonly status: number;
  readonly body: JsonBodyType;
}

/** The sessions and the password of one account: it records the writes, and can be made to refuse the next call. */
export function accountService(
  sessions: readonly WireSessionRow[] = [wireSessionOf('s1', { current: true })],
  evicted: readonly WireSessionRow[] = [],
) {
  let active = sessions;
  let reads = 0;
  let handle = 1;
  const writes: { path: string; body: unknown }[] = [];
  const script = new Map<string, Scripted>();
  let gate: Promise<void> | null = null;

  const post = (path: string, take: (body: unknown) => string | null) =>
    http.post(`*/user/${path}`, async ({ request }) => {
      const text = await request.text();
      const body: unknown = text === '' ? null : JSON.parse(text);
      writes.push({ path, body });
      await gate;
      const scripted = script.get(path);
      script.delete(path);
      if (scripted?.status === 0) return HttpResponse.error();
      if (scripted) return HttpResponse.json(scripted.body, { status: scripted.status });
      const message = take(body);
      if (message === null) return HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 });
      return HttpResponse.json({ message });
    });

  const handlers = [
    http.get('*/user/sessions-app2', () => {
      reads += 1;
      return HttpResponse.json({ sessions: [...active], evicted: [...evicted] });
    }),
    post('session-end-app2', (body) => {
      const { _id } = body as { _id: string };
      if (!active.some((row) => row._id === _id)) return null;
      active = active.filter((row) => row._id !== _id);
      return 'نشست با موفقیت پایان یافت.';
    }),
    post('sessions-end-others-app2', () => {
      active = active.filter(({ current }) => current);
      return 'نشست‌های دیگر با موفقیت پایان یافتند.';
    }),
    post('password-app2', () => {
      handle += 1;
      document.cookie = `token=handle-${handle}; Path=/`;
      active = active.filter(({ current }) => current);
      return 'تغییرات با موفقیت ذخیره شد.';
    }),
  ];
  return {
    handlers,
    writes,
    reads: () => reads,
    /** Somebody else ends a session. */
    forget: (id: string) => {
      active = active.filter((row) => row._id !== id);
    },
    refuseNext: (path: string, status: number, body: JsonBodyType = {}) => {
      script.set(path, { status, body });
    },
    /** Writes wait until the returned function is called. */
    hold: (): (() => void) => {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        gate = null;
        release();
      };
    },
  };
}

export const wireActivityOf = (id: string, fields: Partial<WireActivityEntry> = {}): WireActivityEntry => ({
  _id: id,
  atS: '1405/09/07 - 12:00',
  by: 'نرگس رستمی',
  session: 'another-handle-1234567',
  entity: 'order',
  entityId: `order of ${id}`,
  title: '1405-09-000012',
  action: 'order.saved',
  actionText: 'سفارش ثبت شد',
  changes: {},
  ...fields,
});

const PAGE = 50;

/**
 * What was done, newest first: filtered and cut as the server does. It records the queries, and can be made to
 * refuse the next call or to hold it back.
 */
export function activityService(first: readonly WireActivityEntry[] = []) {
  let all = first;
  const asked: Record<string, string>[] = [];
  const next = nextAnswer();
  const list = http.get('*/user/activity-app2', async ({ request }) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    asked.push(query);
    const refused = await next.due();
    if (refused) return refused;
    const kinds = query['entity']?.split(',');
    const found = all.filter(({ entity }) => kinds?.includes(entity) ?? true);
    const start = found.findIndex(({ _id }) => _id === query['before']) + 1;
    const entries = found.slice(start, start + PAGE);
    const more = start + PAGE < found.length;
    return HttpResponse.json({ entries, next: more ? entries.at(-1)?._id : null });
  });
  return {
    handlers: [list],
    asked,
    add: (...entries: readonly WireActivityEntry[]) => {
      all = [...entries, ...all];
    },
    ...next,
  };
}
