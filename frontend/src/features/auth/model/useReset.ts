import { useCallback, useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { AppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import type { AppDispatch } from '../../../shared/api/services';
import { useText } from '../../../shared/i18n/useText';
import { nowMs } from '../../../shared/lib/now';
import { type FieldTexts, failTexts, firstOf, serverTexts } from './fieldTexts';
import { forgetCode, type KeptCode, keepCode, readKeptCode } from './keptCode';
import { type Done, resetPassword, sendCode } from './resetCalls';
import { phoneFails, type ResetFails, type ResetField, type ResetForm, resetFails } from './resetRules';
import { mayBeDone, useOneCall } from './useOneCall';

interface Refused {
  readonly fields: FieldTexts<ResetField>;
  readonly text: string;
}

const FIELDS = ['cellphone', 'code', 'password', 'repeated'] as const satisfies readonly ResetField[];
const NOTHING: Refused = { fields: {}, text: '' };

/**
 * Phone number → code → new password. What is pressed answers with the field that wants the focus, or null. A reload,
 * as when the phone needs its memory for the messages, goes on with the code that was asked for.
 */
export function useReset(cellphone: string, onDone: (done: Done) => Promise<void>) {
  const t = useText(['resetPassword', 'auth']);
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
  const { busy, run } = useOneCall<'send' | 'reset'>();
  // Whether the password may have changed without our hearing of it.
  const unheard = useRef(false);
  const faults = sent ? resetFails : phoneFails;
  const errors: FieldTexts<ResetField> = {
    ...refused.fields,
    ...(tried && failTexts(faults(values), (fail) => t(fail))),
  };

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
    const fields = serverTexts(FIELDS, error);
    const first = firstOf(FIELDS, fields);
    const doubt = unheard.current && 'code' in fields ? t('set.maybeDone') : '';
    setRefused({ fields, text: first ? doubt : errorLines(error, 'server').join(' ') });
    return first;
  };

  const attempt = async (...call: Parameters<typeof run>): Promise<ResetField | null> => {
    const failure = await run(...call);
    if (failure && call[0] === 'reset' && mayBeDone(failure)) unheard.current = true;
    return failure && refuse(failure);
  };

  const wrongFirst = (wrong: ResetFails): ResetField | null => {
    setTried(true);
    return firstOf(FIELDS, wrong);
  };

  const send = async (): Promise<ResetField | null> =>
    wrongFirst(phoneFails(values)) ??
    (await attempt('send', async () => {
      const validSeconds = await dispatch(sendCode(values.cellphone));
      goOn({ cellphone: values.cellphone, sentAt: nowMs(), validSeconds });
      setValues((now) => ({ ...now, code: '' }));
    }));

  const reset = async (): Promise<ResetField | null> =>
    wrongFirst(resetFails(values)) ??
    (await attempt('reset', async () => {
      const { cellphone: of, code, password } = values;
      const message = await dispatch(resetPassword({ cellphone: of, code, password }));
      await onDone({ cellphone: of, message });
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
