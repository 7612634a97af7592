import { type AppError, failureOf, isPassing } from '../../shared/api/appError';
import { TOO_MANY_REQUESTS, UNAUTHORIZED } from '../../shared/api/httpStatus';
import { newIdempotencyKey } from '../../shared/api/idempotencyKey';

/** One intended write: made when the user decides, and sent with the same key and body until the server has answered. */
export interface Attempt<Body> {
  readonly key: string;
  readonly body: Body;
}

export type Reply<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  /** No answer, or «not now»: it may have arrived or not. The same attempt can be sent again, and is carried out once. */
  | { readonly kind: 'lost'; readonly error: AppError }
  | { readonly kind: 'refused'; readonly error: AppError };

export type Send<Body, Result> = (attempt: Attempt<Body>) => PromiseLike<Result>;

export const newAttempt = <Body>(body: Body): Attempt<Body> => ({ key: newIdempotencyKey(), body });

/** Also after a 401: the user logs in and sends it again. */
const mayGoAgain = (error: AppError): boolean =>
  isPassing(error) || error.status === TOO_MANY_REQUESTS || error.status === UNAUTHORIZED;

/** Sends an attempt; a failure comes back as data. `send` rejects with an AppError, as `unwrap()` of a mutation does. */
export async function sendAttempt<Body, Result>(
  attempt: Attempt<Body>,
  send: Send<Body, Result>,
): Promise<Reply<Result>> {
  try {
    return { kind: 'done', result: await send(attempt) };
  } catch (thrown) {
    const error = failureOf(thrown);
    return { kind: mayGoAgain(error) ? 'lost' : 'refused', error };
  }
}

/**
 * Writes of one kind, one at a time: a whole list with its version, a form with the values that it was read with, a
 * decision. The same body keeps its key until the server has answered; another body is another decision.
 *
 *     const write = makeWrite(({ key, body }) => save({ key, ...body }).unwrap());
 *     const reply = await write.send({ items, version });
 */
export function makeWrite<Body, Result>(send: Send<Body, Result>) {
  let attempt: Attempt<Body> | null = null;
  let running: { readonly text: string; readonly reply: Promise<Reply<Result>> } | null = null;

  const run = async (body: Body, text: string): Promise<Reply<Result>> => {
    if (!attempt || JSON.stringify(attempt.body) !== text) attempt = newAttempt(body);
    const reply = await sendAttempt(attempt, send);
    if (reply.kind !== 'lost') attempt = null;
    return reply;
  };

  return {
    /** The same body again while it is under way gets its reply; another one waits for its turn. */
    send: (body: Body): Promise<Reply<Result>> => {
      const text = JSON.stringify(body);
      if (running?.text === text) return running.reply;
      const before = running?.reply.catch(() => null);
      const reply = before ? before.then(() => run(body, text)) : run(body, text);
      const mine = { text, reply };
      running = mine;
      const done = (): void => {
        if (running === mine) running = null;
      };
      void reply.then(done, done);
      return reply;
    },
    /** The attempt that was sent and not answered. */
    lost: () => (running ? null : attempt),
    /** The next body is a new decision, whatever the outcome of the last one. */
    forget: (): void => {
      attempt = null;
    },
  };
}
