import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { type AppError, isAppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import type { AppDispatch } from '../../../shared/api/services';
import { isChunkError } from '../../../shared/lib/chunks';
import { nowMs } from '../../../shared/lib/now';
import { forgetCode, type KeptCode, keepCode, readKeptCode } from './keptCode';
import { resetPassword, sendCode } from './resetCalls';
import { phoneFails, type ResetFails, type ResetField, type ResetForm, resetFails } from './resetRules';

export interface Done {
  readonly cellphone: string;
  /** The server's words. */
  readonly message: string;
}

type FieldTexts = Partial<Record<ResetField, string>>;

interface Refused {
  readonly fields: FieldTexts;
  readonly text: string;
}

const FIELDS = ['cellphone', 'code', 'password', 'repeated'] as const satisfies readonly ResetField[];
const NOTHING: Refused = { fields: {}, text: '' };
const OFFLINE: AppError = { kind: 'offline', lines: [] };

const firstOf = (wrong: object): ResetField | null => FIELDS.find((field) => field in wrong) ?? null;

const fieldTexts = ({ fields = {} }: AppError): FieldTexts =>
  Object.fromEntries(FIELDS.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]]])));

/** The code of the call may not come: for the user the same as a call that did not arrive. */
function failureOf(error: unknown): AppError {
  if (isChunkError(error)) return OFFLINE;
  if (!isAppError(error)) throw error;
  return error;
}

/**
 * Phone number → code → new password. What is pressed answers with the field that wants the focus, or null. A reload,
 * as when the phone needs its memory for the messages, goes on with the code that was asked for.
 */
export function useReset(cellphone: string, onDone: (done: Done) => void) {
  const { t } = useTranslation(['resetPassword', 'auth']);
  const dispatch = useDispatch<AppDispatch>();
  const [sent, setSent] = useState(readKeptCode);
  // Whoever leaves the page for another one begins anew; a reload does not leave it.
  useEffect(() => forgetCode, []);
  const [values, setValues] = useState<ResetForm>({
    cellphone: sent?.cellphone ?? cellphone,
    code: '',
    password: '',
    repeated: '',
  });
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState(NOTHING);
  const [busy, setBusy] = useState<'send' | 'reset' | null>(null);
  // A second press in the same tick comes before the state has changed.
  const running = useRef(false);
  // Whether the password may have changed without our hearing of it.
  const unheard = useRef(false);
  const faults = sent ? resetFails : phoneFails;
  const texts = (fails: ResetFails): FieldTexts =>
    Object.fromEntries(Object.entries(fails).map(([field, fail]) => [field, t(fail)]));
  const errors: FieldTexts = { ...refused.fields, ...(tried && texts(faults(values))) };

  const change = useCallback((part: Partial<ResetForm>): void => {
    setValues((now) => ({ ...now, ...part }));
    setRefused(NOTHING);
  }, []);

  const goOn = (next: KeptCode | null): void => {
    setSent(next);
    if (next) keepCode(next);
    else forgetCode();
    setTried(false);
    setRefused(NOTHING);
  };

  const refuse = (error: AppError): ResetField | null => {
    const fields = fieldTexts(error);
    const doubt = unheard.current && 'code' in fields ? t('set.maybeDone') : '';
    const text = firstOf(fields) ? doubt : errorLines(error, 'server').join(' ');
    setRefused({ fields, text });
    return firstOf(fields);
  };

  const run = async (what: 'send' | 'reset', call: () => Promise<void>): Promise<ResetField | null> => {
    if (running.current) return null;
    running.current = true;
    setBusy(what);
    try {
      await call();
      return null;
    } catch (error) {
      const failure = failureOf(error);
      if (what === 'reset' && failure.kind !== 'http') unheard.current = true;
      return refuse(failure);
    } finally {
      running.current = false;
      setBusy(null);
    }
  };

  const wrongFirst = (wrong: ResetFails): ResetField | null => {
    setTried(true);
    return firstOf(wrong);
  };

  const send = async (): Promise<ResetField | null> =>
    wrongFirst(phoneFails(values)) ??
    (await run('send', async () => {
      const validSeconds = await dispatch(sendCode(values.cellphone));
      goOn({ cellphone: values.cellphone, sentAt: nowMs(), validSeconds });
      setValues((now) => ({ ...now, code: '' }));
    }));

  const reset = async (): Promise<ResetField | null> =>
    wrongFirst(resetFails(values)) ??
    (await run('reset', async () => {
      const { cellphone: of, code, password } = values;
      onDone({ cellphone: of, message: await dispatch(resetPassword({ cellphone: of, code, password })) });
    }));

  return {
    values,
    errors,
    refusal: refused.text,
    busy,
    sent,
    change,
    send,
    reset,
    /** Somebody has a code already. */
    haveCode: (): ResetField | null => {
      const wrong = wrongFirst(phoneFails(values));
      if (!wrong) goOn({ cellphone: values.cellphone, sentAt: 0, validSeconds: 0 });
      return wrong;
    },
    otherPhone: () => goOn(null),
  };
}

export type ResetState = ReturnType<typeof useReset>;
