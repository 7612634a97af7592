const BYTES = 16;

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** A UUIDv4 also where `crypto.randomUUID` is missing: pages over plain HTTP on another host than localhost. */
function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = [...bytes].map(hex).join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

/**
 * A key for one intended write. Make it when the user decides, keep it for every retry of the same body:
 * the server then does the work once and repeats its answer.
 */
export const newIdempotencyKey = (): string => uuid();

/** The header for `query: () => ({ headers: idempotent(key) })`. */
export const idempotent = (key: string): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': key });
