import { describe, expect, it } from 'vitest';
import { asAppError, isPassing, toAppError } from './appError';

describe('toAppError', () => {
  it('takes the message', () => {
    expect(toAppError({ status: 404, data: { message: 'موردی یافت نشد.' } })).toEqual({
      kind: 'http',
      status: 404,
      lines: ['موردی یافت نشد.'],
    });
  });

  it('makes one line per field, and keeps the fields', () => {
    expect(toAppError({ status: 400, data: { cellphone: 'الف', password: 'ب' } })).toEqual({
      kind: 'http',
      status: 400,
      lines: ['cellphone: الف', 'password: ب'],
      fields: { cellphone: 'الف', password: 'ب' },
    });
  });

  const both = { status: 409, data: { t1: 'کم است', message: 'ناموفق' } };

  it('lets the message stand for the fields unless the screen wants both', () => {
    expect(toAppError(both).lines).toEqual(['ناموفق']);
    expect(toAppError(both, 'linesThenMessage').lines).toEqual(['t1: کم است', 'ناموفق']);
  });

  it('takes a plain text, but never a page of a proxy', () => {
    const parsing = (data: string) =>
      toAppError({ status: 'PARSING_ERROR', originalStatus: 502, data, error: 'SyntaxError' });
    expect(parsing('سرویس در دسترس نیست')).toEqual({ kind: 'http', status: 502, lines: ['سرویس در دسترس نیست'] });
    expect(parsing('<html><h1>Bad gateway</h1>')).toEqual({ kind: 'http', status: 502, lines: [] });
  });

  it.each([undefined, null, '', 7, []])('has no lines for the body %j', (data) => {
    expect(toAppError({ status: 500, data }).lines).toEqual([]);
  });

  it('calls a call without an answer offline', () => {
    expect(toAppError({ status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' })).toEqual({
      kind: 'offline',
      lines: [],
    });
    expect(toAppError({ status: 'TIMEOUT_ERROR', error: 'timed out' })).toEqual({ kind: 'offline', lines: [] });
  });

  it('keeps how long to wait', () => {
    expect(toAppError({ status: 429, data: { message: 'کمی بعد' } }, 'messageFirst', 900).retryAfter).toBe(900);
  });
});

describe('isPassing', () => {
  it.each([
    [{ kind: 'offline', lines: [] } as const, true],
    [{ kind: 'http', status: 503, lines: [] } as const, true],
    [{ kind: 'http', status: 401, lines: [] } as const, false],
    [{ kind: 'http', status: 429, lines: [] } as const, false],
    [{ kind: 'contract', lines: [] } as const, false],
  ])('%o → %s', (error, passing) => {
    expect(isPassing(error)).toBe(passing);
  });
});

it('reads an exception of our own code as a broken contract', () => {
  expect(asAppError({ name: 'TypeError', message: 'x is undefined' })).toEqual({ kind: 'contract', lines: [] });
});
