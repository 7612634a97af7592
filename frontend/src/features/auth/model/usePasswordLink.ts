import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { type NewPassword, newPasswordFails } from '../../../entities/session/newPassword';
import type { AppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import type { AppDispatch } from '../../../shared/api/services';
import { useText } from '../../../shared/i18n/useText';
import { type FieldTexts, failTexts, firstOf, serverTexts } from './fieldTexts';
import { type Done, setPassword } from './resetCalls';
import { mayBeDone, useOneCall } from './useOneCall';

export type PasswordLinkField = keyof NewPassword;

const FIELDS = ['password', 'repeated'] as const satisfies readonly PasswordLinkField[];
const EMPTY: NewPassword = { password: '', repeated: '' };
const NOTHING: { readonly fields: FieldTexts<PasswordLinkField>; readonly text: string } = { fields: {}, text: '' };

/**
 * A new password by a link that was made for somebody. `submit` answers with what wants the focus: a field, or the link
 * that was refused; else null.
 */
export function usePasswordLink(link: string, onDone: (done: Done) => Promise<void>) {
  const t = useText(['resetPassword', 'auth']);
  const dispatch = useDispatch<AppDispatch>();
  const [values, setValues] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState(NOTHING);
  const [linkFault, setLinkFault] = useState<readonly string[]>([]);
  const { busy, run } = useOneCall<'set'>();
  // Whether the password may be set without our hearing of it.
  const unheard = useRef(false);

  const change = (part: Partial<NewPassword>): void => {
    setValues((now) => ({ ...now, ...part }));
    setRefused(NOTHING);
  };

  const refuse = (error: AppError): PasswordLinkField | 'link' | null => {
    if (mayBeDone(error)) unheard.current = true;
    const said = error.fields?.['link'];
    if (said !== undefined) {
      setLinkFault([said, t(unheard.current ? 'link.maybeDone' : 'link.askAgain')]);
      return 'link';
    }
    const fields = serverTexts(FIELDS, error);
    const first = firstOf(FIELDS, fields);
    setRefused({ fields, text: first ? '' : errorLines(error, 'server').join(' ') });
    return first;
  };

  const submit = async (): Promise<PasswordLinkField | 'link' | null> => {
    setTried(true);
    const wrong = firstOf(FIELDS, newPasswordFails(values));
    if (wrong) return wrong;
    const { password } = values;
    const failure = await run('set', async () => onDone(await dispatch(setPassword({ link, password }))));
    return failure && refuse(failure);
  };

  return {
    values,
    errors: { ...refused.fields, ...(tried && failTexts(newPasswordFails(values), (fail) => t(fail))) },
    refusal: refused.text,
    /** What is wrong with the link; empty while nothing is known. */
    linkFault,
    busy: busy !== null,
    change,
    submit,
  };
}
