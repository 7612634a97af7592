import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '../../../shared/api/services';
import { LEFT, mayBeDone, useFieldForm, wordsOf } from '../../../shared/form/useFieldForm';
import { useText } from '../../../shared/i18n/useText';
import { nowMs } from '../../../shared/lib/now';
import { type Done, resetPassword, sendCode } from './resetCalls';
import { phoneFails, type ResetForm, resetFails } from './resetRules';
import { readSentCode, removeSentCode, type SentCode, saveSentCode } from './sentCode';

/**
 * Phone number → code → new password. After a reload, as when the phone needed its memory for the messages, it
 * continues with the code that was asked for.
 */
export function useReset(initialCellphone: string, onDone: (done: Done) => Promise<void>) {
  const t = useText(['resetPassword', 'auth']);
  const dispatch = useDispatch<AppDispatch>();
  const [sent, setSent] = useState(readSentCode);
  // Leaving for another page starts over; a reload does not unmount.
  useEffect(() => removeSentCode, []);
  // Whether a call without an answer may have changed the password.
  const unheard = useRef(false);
  const form = useFieldForm<ResetForm, 'send' | 'reset'>({
    start: { cellphone: sent?.cellphone ?? initialCellphone, code: '', password: '', repeated: '' },
    faults: (values) => wordsOf((sent ? resetFails : phoneFails)(values), t),
    refuse: (error, usual, what) => {
      if (what === 'reset' && mayBeDone(error)) unheard.current = true;
      return unheard.current && 'code' in usual.fields ? { ...usual, lines: [t('set.maybeDone')] } : usual;
    },
  });
  const { values, begin, submit } = form;
  const { cellphone, code, password } = values;
  const wrongPhone = wordsOf(phoneFails(values), t);

  const goOn = (next: SentCode | null, part: Partial<ResetForm> = {}): void => {
    setSent(next);
    if (next) saveSentCode(next);
    else removeSentCode();
    begin(part);
  };
  const send = async (): Promise<void> => {
    const { expiresIn } = await dispatch(sendCode({ cellphone }));
    goOn({ cellphone, sentAt: nowMs(), validSeconds: expiresIn }, { code: '' });
  };
  const reset = async (): Promise<typeof LEFT> => {
    const { message } = await dispatch(resetPassword({ cellphone, code, password }));
    await onDone({ cellphone, message });
    return LEFT;
  };

  return {
    ...form,
    sent,
    send: () => submit('send', send, wrongPhone),
    reset: () => submit('reset', reset),
    /** The user has a code already. */
    haveCode: () => {
      if (form.check(wrongPhone)) goOn({ cellphone, sentAt: 0, validSeconds: 0 });
    },
    otherPhone: () => goOn(null),
  };
}

export type ResetState = ReturnType<typeof useReset>;
