import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '../../../shared/api/services';
import { mayBeDone, useFieldForm, wordsOf } from '../../../shared/form/useFieldForm';
import { useText } from '../../../shared/i18n/useText';
import { nowMs } from '../../../shared/lib/now';
import { forgetCode, type KeptCode, keepCode, readKeptCode } from './keptCode';
import { type Done, resetPassword, sendCode } from './resetCalls';
import { phoneFails, type ResetForm, resetFails } from './resetRules';

/**
 * Phone number → code → new password. A reload, as when the phone needs its memory for the messages, goes on with the
 * code that was asked for.
 */
export function useReset(cellphone: string, onDone: (done: Done) => Promise<void>) {
  const t = useText(['resetPassword', 'auth']);
  const dispatch = useDispatch<AppDispatch>();
  const [sent, setSent] = useState(readKeptCode);
  // Whoever leaves the page for another one begins anew; a reload does not leave it.
  useEffect(() => forgetCode, []);
  // Whether the password may have changed without our hearing of it.
  const unheard = useRef(false);
  const form = useFieldForm<ResetForm, 'send' | 'reset'>({
    start: { cellphone: sent?.cellphone ?? cellphone, code: '', password: '', repeated: '' },
    faults: (values) => wordsOf((sent ? resetFails : phoneFails)(values), t),
    refuse: (error, usual, what) => {
      if (what === 'reset' && mayBeDone(error)) unheard.current = true;
      return unheard.current && 'code' in usual.fields ? { ...usual, lines: [t('set.maybeDone')] } : usual;
    },
  });
  const { values, begin, submit } = form;
  const wrongPhone = wordsOf(phoneFails(values), t);

  const goOn = (next: KeptCode | null, part: Partial<ResetForm> = {}): void => {
    setSent(next);
    if (next) keepCode(next);
    else forgetCode();
    begin(part);
  };
  const send = async (): Promise<void> => {
    const validSeconds = await dispatch(sendCode(values.cellphone));
    goOn({ cellphone: values.cellphone, sentAt: nowMs(), validSeconds }, { code: '' });
  };
  const reset = async (): Promise<void> => {
    const { cellphone: of, code, password } = values;
    const message = await dispatch(resetPassword({ cellphone: of, code, password }));
    await onDone({ cellphone: of, message });
  };

  return {
    ...form,
    sent,
    send: () => submit('send', send, wrongPhone),
    reset: () => submit('reset', reset),
    /** Somebody has a code already. */
    haveCode: () => {
      if (form.check(wrongPhone)) goOn({ cellphone: values.cellphone, sentAt: 0, validSeconds: 0 });
    },
    otherPhone: () => goOn(null),
  };
}

export type ResetState = ReturnType<typeof useReset>;
