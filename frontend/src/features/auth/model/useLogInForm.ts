import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { logIn } from '../../../entities/session/calls';
import { type AppError, isAppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import type { AppDispatch } from '../../../shared/api/services';
import { useText } from '../../../shared/i18n/useText';
import { isChunkError } from '../../../shared/lib/chunks';
import { toast } from '../../../shared/ui/Toast';
import { type LogInFails, type LogInField, type LogInForm, logInFails } from './logInRules';

type FieldTexts = Partial<Record<LogInField, string>>;

const FIELDS = ['cellphone', 'password'] as const satisfies readonly LogInField[];

const firstOf = (wrong: object): LogInField | undefined => FIELDS.find((field) => field in wrong);

/** The state of the log-in form. `submit` answers with the field that wants the focus, or null. */
export function useLogInForm(cellphone: string, onDone: () => void) {
  const t = useText('auth');
  const [values, setValues] = useState<LogInForm>({ cellphone, password: '' });
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<{ fields: FieldTexts; text: string }>({ fields: {}, text: '' });
  const dispatch = useDispatch<AppDispatch>();
  const [busy, setBusy] = useState(false);
  // A second press in the same tick comes before the state has changed.
  const running = useRef(false);

  const fails: LogInFails = tried ? logInFails(values) : {};
  const errors: FieldTexts = {
    ...refused.fields,
    ...(fails.cellphone && { cellphone: t(fails.cellphone) }),
    ...(fails.password && { password: t(fails.password) }),
  };

  const change = (part: Partial<LogInForm>): void => {
    setValues((now) => ({ ...now, ...part }));
    setRefused({ fields: {}, text: '' });
  };

  const refuse = (error: AppError): LogInField => {
    const { fields = {} } = error;
    const first = firstOf(fields);
    if (first) {
      setRefused({ fields, text: '' });
      return first;
    }
    const lines = errorLines(error, 'server');
    toast.error(lines);
    setRefused({ fields: {}, text: lines.join(' ') });
    return 'password';
  };

  const submit = async (): Promise<LogInField | null> => {
    if (running.current) return null;
    setTried(true);
    const wrong = firstOf(logInFails(values));
    if (wrong) return wrong;
    running.current = true;
    setBusy(true);
    try {
      toast.warning((await dispatch(logIn(values))).notice ?? []);
      onDone();
      return null;
    } catch (error) {
      // The code of the call did not come: for the user the same as a call that did not arrive.
      if (isChunkError(error)) return refuse({ kind: 'offline', lines: [] });
      if (!isAppError(error)) throw error;
      return refuse(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { values, errors, refusal: refused.text, busy, change, submit };
}
