import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../shared/api/appError';
import { type Attempt, makeWrite } from './attempt';
import { isLost, makeEdit } from './edit';
import { type Fields, laterFields, mergeFields, realFields } from './merge';

interface Copy {
  readonly version: number;
  readonly fields: Fields<number>;
}
interface Body {
  readonly version: number;
  readonly changes: Fields<number>;
}

const failure = (status?: number): AppError =>
  status === undefined ? { kind: 'offline', lines: [] } : { kind: 'http', status, lines: ['نشد.'] };

/** A server of one thing: it keeps versions, does a key once, and fails as it is told. */
function serverOf(fields: Fields<number>) {
  let copy: Copy = { version: 1, fields };
  const done = new Map<string, number>();
  const calls: Attempt<Body>[] = [];
  let next: 'answers' | 'loses the answer' | 'loses the write' | 'refuses' = 'answers';
  let readable = true;
  return {
    calls,
    copy: () => copy,
    next: (what: typeof next) => {
      next = what;
    },
    readable: (now: boolean) => {
      readable = now;
    },
    elsewhere: (change: Fields<number>) => {
      copy = { version: copy.version + 1, fields: { ...copy.fields, ...change } };
    },
    read: (): Promise<Copy | undefined> => Promise.resolve(readable ? copy : undefined),
    write: async (attempt: Attempt<Body>): Promise<number> => {
      calls.push(attempt);
      await Promise.resolve();
      const fate = next;
      next = 'answers';
      if (fate === 'loses the write') throw failure();
      if (fate === 'refuses') throw failure(422);
      let version = done.get(attempt.key);
      if (version === undefined) {
        if (attempt.body.version !== copy.version) throw failure(409);
        version = copy.version + 1;
        copy = { version, fields: { ...copy.fields, ...attempt.body.changes } };
        done.set(attempt.key, version);
      }
      if (fate === 'loses the answer') throw failure();
      return version;
    },
  };
}

function editOf(server: ReturnType<typeof serverOf>, keepsRefused = true) {
  let known: Copy = server.copy();
  const notify = vi.fn();
  const edit = makeEdit<Copy, Fields<number>, Body, number>({
    none: {},
    copy: () => known,
    reread: async () => {
      const fresh = await server.read();
      if (fresh) known = fresh;
      return fresh;
    },
    versionOf: ({ version }) => version,
    apply: (copy, changes) => ({ ...copy, fields: { ...copy.fields, ...changes } }),
    differs: (before, now) => Object.keys(realFields(before.fields, now.fields)).length > 0,
    rebase: (_before, now, changes) => realFields(now.fields, changes),
    isEmpty: (changes) => Object.keys(changes).length === 0,
    later: laterFields,
    toBody: ({ version }, changes) => ({ version, changes }),
    send: server.write,
    land: ({ changes }, version) => {
      if (known.version < version) known = { version, fields: { ...known.fields, ...changes } };
    },
    notify,
    keepsRefused,
  });
  const type = (field: string, value: number) => edit.change((changes) => ({ ...changes, [field]: value }));
  return { edit, notify, type, known: () => known, refresh: () => void (known = server.copy()) };
}

let server: ReturnType<typeof serverOf>;
beforeEach(() => {
  server = serverOf({ a: 1, b: 2, c: 3 });
});

describe('an edit', () => {
  it('sends what has changed, and forgets it', async () => {
    const { edit, type } = editOf(server);
    type('a', 5);
    type('b', 2);
    expect(await edit.push()).toBe(true);
    expect(server.calls.map(({ body }) => body)).toEqual([{ version: 1, changes: { a: 5 } }]);
    expect(edit.get()).toMatchObject({ before: null, changes: {}, sent: null });
  });

  it('sends nothing that came back to what it was', async () => {
    const { edit, type } = editOf(server);
    type('a', 5);
    type('a', 1);
    expect(await edit.push()).toBe(true);
    expect(server.calls).toEqual([]);
    expect(edit.get().changes).toEqual({});
  });

  it('follows a push under way, on top of its version', async () => {
    const { edit, type } = editOf(server);
    type('a', 5);
    const pushed = edit.push();
    await Promise.resolve();
    type('a', 6);
    type('b', 7);
    await pushed;
    expect(server.calls.map(({ body }) => body)).toEqual([
      { version: 1, changes: { a: 5 } },
      { version: 2, changes: { a: 6, b: 7 } },
    ]);
  });

  it.each(['loses the answer', 'loses the write'] as const)('repeats a write when the network %s', async (fate) => {
    const { edit, type, notify } = editOf(server);
    server.next(fate);
    type('a', 5);
    expect(await edit.push()).toBe(false);
    expect(isLost(edit.get())).toBe(true);
    type('b', 9);
    expect(await edit.push()).toBe(true);
    expect(server.calls[1]).toEqual(server.calls[0]);
    expect(server.calls[2]?.key).not.toBe(server.calls[0]?.key);
    expect(server.copy()).toEqual({ version: 3, fields: { a: 5, b: 9, c: 3 } });
    expect(notify).toHaveBeenCalledTimes(1);
  });

  it('goes through when nobody changed what is seen, and when the others did the same', async () => {
    const { edit, type } = editOf(server);
    server.elsewhere({});
    type('a', 5);
    expect(await edit.push()).toBe(true);
    server.elsewhere({ b: 8 });
    type('b', 8);
    expect(await edit.push()).toBe(true);
    expect(edit.get().conflict).toBeNull();
    expect(server.copy().fields).toEqual({ a: 5, b: 8, c: 3 });
  });

  it('waits for the user when somebody changed what is seen', async () => {
    const { edit, type, known } = editOf(server);
    server.elsewhere({ c: 9 });
    type('a', 5);
    expect(await edit.push()).toBe(false);
    expect(edit.get().conflict).toMatchObject({ why: 'stale', before: { version: 1 } });
    expect(await edit.push()).toBe(false);
    edit.keepMine();
    expect(await edit.push()).toBe(true);
    expect(known().fields).toEqual({ a: 5, b: 2, c: 9 });
  });

  it('sees a copy that was read again before it is sent', async () => {
    const { edit, type, refresh } = editOf(server);
    type('a', 5);
    server.elsewhere({ a: 7 });
    expect(edit.isStale()).toBe(false);
    refresh();
    expect(edit.isStale()).toBe(true);
    expect(await edit.push()).toBe(false);
    expect(server.calls).toEqual([]);
    edit.takeTheirs();
    expect(edit.get()).toMatchObject({ changes: {}, conflict: null });
  });

  it('does not take a conflict for a refusal when it cannot read again', async () => {
    const { edit, type } = editOf(server);
    server.elsewhere({ a: 7 });
    server.readable(false);
    type('a', 5);
    expect(await edit.push()).toBe(false);
    expect(edit.get()).toMatchObject({ changes: { a: 5 }, sending: false, refusal: null });
    server.readable(true);
    await edit.push();
    expect(edit.get().conflict).not.toBeNull();
  });

  it.each([true, false])('tells what was refused; in the fields: %s', async (keeps) => {
    const { edit, type } = editOf(server, keeps);
    server.next('refuses');
    type('a', 5);
    expect(await edit.push()).toBe(false);
    expect(edit.get().refusal).toMatchObject({ changes: { a: 5 }, error: { status: 422 } });
    expect(edit.get().changes).toEqual(keeps ? { a: 5 } : {});
    type('a', 6);
    expect(edit.get().refusal === null).toBe(keeps);
  });
});

describe('of what is changed while a write is refused', () => {
  it.each([true, false])('nothing is dropped but that write; it stays in the fields: %s', async (keeps) => {
    const { edit, type } = editOf(server, keeps);
    server.next('refuses');
    type('a', 5);
    type('c', 6);
    const pushed = edit.push();
    await Promise.resolve();
    type('b', 7);
    type('c', 8);
    expect(await pushed).toBe(false);
    expect(edit.get().refusal?.changes).toEqual({ a: 5, c: 6 });
    expect(edit.get().changes).toEqual(keeps ? { a: 5, b: 7, c: 8 } : { b: 7, c: 8 });
    expect(await edit.push()).toBe(true);
    expect(server.copy().fields).toEqual(keeps ? { a: 5, b: 7, c: 8 } : { a: 1, b: 7, c: 8 });
    // What was put aside is told of until it was seen.
    expect(edit.get().refusal === null).toBe(keeps);
  });
});

type Step = ['type', string, number] | ['push'] | ['lose'] | ['vanish'] | ['elsewhere', string, number] | ['refresh'];
const field = fc.constantFrom('a', 'b', 'c');
const value = fc.integer({ min: 0, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constant('type' as const), field, value),
  fc.constant<Step>(['push']),
  fc.constant<Step>(['lose']),
  fc.constant<Step>(['vanish']),
  fc.constant<Step>(['refresh']),
  fc.tuple(fc.constant('elsewhere' as const), field, value),
);

it('whatever happens, sends what the user typed last, each decision under one key', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      server = serverOf({ a: 1, b: 2, c: 3 });
      const { edit, type, refresh } = editOf(server);
      const decided = new Map<string, number>();
      const elsewhere = new Set<string>();
      for (const [what, name = '', to = 0] of steps) {
        const { conflict } = edit.get();
        if (conflict) edit.keepMine();
        if (what === 'type') {
          type(name, to);
          decided.set(name, to);
        } else if (what === 'push') {
          await edit.push();
        } else if (what === 'refresh') refresh();
        else if (what === 'elsewhere') {
          server.elsewhere({ [name]: to });
          elsewhere.add(name);
        } else server.next(what === 'lose' ? 'loses the answer' : 'loses the write');
      }
      server.next('answers');
      for (let tries = 0; tries < 5 && !(await edit.push()); tries += 1) if (edit.get().conflict) edit.keepMine();
      expect(edit.get()).toMatchObject({ changes: {}, sent: null, conflict: null });
      // A key never names two decisions.
      const bodies = new Map(server.calls.map(({ key, body }) => [key, JSON.stringify(body)]));
      for (const { key, body } of server.calls) expect(bodies.get(key)).toBe(JSON.stringify(body));
      // Who wrote a field last depends on which answers were lost; one that only the user wrote is the user's.
      const fields = server.copy().fields;
      for (const [name, to] of decided) if (!elsewhere.has(name)) expect(fields[name]).toBe(to);
    }),
    { numRuns: 400 },
  );
});

it('merges three ways: mine where I changed something, theirs everywhere else', () => {
  const fields = fc.record({ a: value, b: value, c: value });
  fc.assert(
    fc.property(fields, fields, fc.dictionary(field, value), (before, theirs, mine) => {
      const { fields: merged, changes, collisions } = mergeFields<number>(before, theirs, mine);
      for (const name of ['a', 'b', 'c'] as const) {
        const wanted = mine[name] !== undefined && mine[name] !== before[name];
        expect(merged[name]).toBe(wanted ? mine[name] : theirs[name]);
        expect(name in changes).toBe(wanted && mine[name] !== theirs[name]);
        expect(collisions.some((one) => one.field === name)).toBe(name in changes && theirs[name] !== before[name]);
      }
      expect(mergeFields<number>(theirs, theirs, changes).fields).toEqual(merged);
    }),
  );
});

describe('a write', () => {
  const body = { items: [1, 2], version: 3 };

  it('keeps its key over lost answers, and takes a new one for another body', async () => {
    const send = vi.fn<(attempt: Attempt<typeof body>) => Promise<number>>();
    send.mockRejectedValueOnce(failure()).mockRejectedValueOnce(failure(503)).mockResolvedValue(4);
    const write = makeWrite(send);
    expect(await write.send(body)).toMatchObject({ kind: 'lost' });
    expect(write.lost()?.body).toEqual(body);
    expect(await write.send({ ...body })).toMatchObject({ kind: 'lost' });
    expect(await write.send({ ...body, items: [] })).toEqual({ kind: 'done', result: 4 });
    expect(await write.send(body)).toEqual({ kind: 'done', result: 4 });
    const keys = send.mock.calls.map(([{ key }]) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  it('takes a new key after a refusal, and runs once at a time', async () => {
    const send = vi.fn<(attempt: Attempt<typeof body>) => Promise<number>>();
    send.mockRejectedValueOnce(failure(409)).mockResolvedValue(4);
    const write = makeWrite(send);
    const [first, second] = await Promise.all([write.send(body), write.send(body)]);
    expect(second).toBe(first);
    expect(send).toHaveBeenCalledTimes(1);
    await write.send(body);
    expect(send.mock.calls[1]?.[0].key).not.toBe(send.mock.calls[0]?.[0].key);
  });

  it('sends another body after the one that is under way, and gives each its own reply', async () => {
    const answers: ((result: number) => void)[] = [];
    const send = vi.fn<(attempt: Attempt<number>) => Promise<number>>();
    send.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const write = makeWrite(send);
    const replies = [write.send(1), write.send(2), write.send(2)];
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.(10);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(20);
    expect((await Promise.all(replies)).map((reply) => reply.kind === 'done' && reply.result)).toEqual([10, 20, 20]);
    expect(send.mock.calls.map(([{ body: sent }]) => sent)).toEqual([1, 2]);
  });

  it('lets a defect through', async () => {
    const write = makeWrite(() => Promise.reject(new Error('a defect')));
    await expect(write.send(body)).rejects.toThrow('a defect');
  });
});
