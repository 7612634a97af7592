import { useRef, useState } from 'react';
import { type NewPassword, newPasswordFails } from '../../../entities/session/newPassword';
import { type AppError, isAppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { useText } from '../../../shared/i18n/useText';
import { toast } from '../../../shared/ui/Toast';
import { useChangePasswordMutation } from '../api/endpoints';

export interface PasswordForm extends NewPassword {
  readonly current: string;
}

export type PasswordFormField = keyof PasswordForm;
type FieldTexts = Partial<Record<PasswordFormField, string>>;

const FIELDS = ['current', 'password', 'repeated'] as const satisfies readonly PasswordFormField[];
const EMPTY: PasswordForm = { current: '', password: '', repeated: '' };
const NOTHING: { readonly fields: FieldTexts; readonly lines: readonly string[] } = { fields: {}, lines: [] };

const firstOf = (wrong: object): PasswordFormField | null => FIELDS.find((field) => field in wrong) ?? null;

/**
 * The state of the form, which is kept nowhere else. `submit` answers with the field that wants the focus, or null;
 * `onDone` gets the server's words.
 */
export function usePasswordChange(onDone: (message: string) => void) {
  const t = useText(['account', 'auth', 'resetPassword']);
  const [send] = useChangePasswordMutation();
  const [values, setValues] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState(NOTHING);
  const [busy, setBusy] = useState(false);
  // A second press in the same tick comes before the state has changed.
  const running = useRef(false);
  // Whether the password may have changed without our hearing of it.
  const unheard = useRef(false);

  const faults = (): FieldTexts => {
    const { password, repeated } = newPasswordFails(values);
    return {
      ...(values.current === '' && { current: t('account:password.currentRequired') }),
      ...(password && { password: t(password) }),
      ...(repeated && { repeated: t(repeated) }),
    };
  };

  const change = (part: Partial<PasswordForm>): void => {
    setValues((now) => ({ ...now, ...part }));
    setRefused(NOTHING);
  };

  const refuse = (error: AppError): PasswordFormField | null => {
    // The log-in page follows.
    if (error.status === UNAUTHORIZED) return null;
    if (error.kind !== 'http') {
      unheard.current = true;
      // If it is set, the session is over, and the log-in page follows before anybody has read it here.
      toast.warning(t('account:password.maybeDone'));
    }
    const { fields = {} } = error;
    const first = firstOf(fields);
    // What was right before and is wrong now may be the old one.
    const doubt = unheard.current && (error.kind !== 'http' || first === 'current');
    const lines = first ? [] : errorLines(error, 'server');
    setRefused({ fields, lines: doubt ? [...lines, t('account:password.maybeDone')] : lines });
    return first;
  };

  const submit = async (): Promise<PasswordFormField | null> => {
    if (running.current) return null;
    setTried(true);
    const wrong = firstOf(faults());
    if (wrong) return wrong;
    running.current = true;
    setBusy(true);
    try {
      const { current, password } = values;
      const message = await send({ current, password }).unwrap();
      setValues(EMPTY);
      setTried(false);
      setRefused(NOTHING);
      onDone(message);
      return null;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return refuse(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { values, errors: { ...refused.fields, ...(tried && faults()) }, lines: refused.lines, busy, change, submit };
}
