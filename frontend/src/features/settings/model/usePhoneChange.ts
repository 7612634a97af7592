import { useRef, useState } from 'react';
import { phoneFail } from '../../../entities/session/credentials';
import { type Attempt, makeWrite } from '../../../entities/write/attempt';
import type { AppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { CONFLICT, UNAUTHORIZED } from '../../../shared/api/httpStatus';
import type { WireEditSellerBody } from '../../../shared/api/wire/settings.gen';
import { useText } from '../../../shared/i18n/useText';
import { toast } from '../../../shared/ui/Toast';
import { useSaveSectionMutation } from '../api/endpoints';
import { formFieldOf, toSellerBody } from '../api/map';
import type { SellerForm, SellerRecord } from './types';

type PhoneValues = Pick<SellerForm, 'mobile' | 'currentPassword'>;
export type PhoneField = keyof PhoneValues;
type FieldTexts = Partial<Record<PhoneField, string>>;

const FIELDS = ['mobile', 'currentPassword'] as const satisfies readonly PhoneField[];
const EMPTY: PhoneValues = { mobile: '', currentPassword: '' };
const NOTHING: { readonly fields: FieldTexts; readonly lines: readonly string[] } = { fields: {}, lines: [] };

const firstOf = (wrong: FieldTexts): PhoneField | null => FIELDS.find((field) => field in wrong) ?? null;

/** What the server says of the form's fields, and of others: those stand in the seller's form, and are only told. */
function saidOf({ fields = {} }: AppError): { readonly own: FieldTexts; readonly others: readonly string[] } {
  const own: FieldTexts = {};
  const others: string[] = [];
  for (const [wire, message] of Object.entries(fields)) {
    const field = FIELDS.find((one) => one === formFieldOf[wire]);
    if (field) own[field] = message;
    else others.push(message);
  }
  return { own, others };
}

/**
 * Changes the phone number alone: the rest of the seller's record is sent as it was read. `submit` answers with the field
 * that wants the focus, or null.
 */
export function usePhoneChange(record: SellerRecord, reread: () => unknown) {
  const t = useText(['account', 'auth']);
  const [save] = useSaveSectionMutation();
  // Sent again after a lost answer, it carries the same key: the server does it once.
  const [write] = useState(() =>
    makeWrite((attempt: Attempt<WireEditSellerBody>) => save({ id: 'seller', ...attempt }).unwrap()),
  );
  const [values, setValues] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState(NOTHING);
  const [busy, setBusy] = useState(false);
  // A second press in the same tick comes before the state has changed.
  const running = useRef(false);

  const mobileFault = (): string | undefined => {
    const fail = phoneFail(values.mobile);
    if (fail) return t(`auth:${fail}`);
    return values.mobile === record.form.mobile ? t('account:phone.same') : undefined;
  };
  const faults = (): FieldTexts => {
    const mobile = mobileFault();
    return {
      ...(mobile !== undefined && { mobile }),
      ...(values.currentPassword === '' && { currentPassword: t('account:password.currentRequired') }),
    };
  };

  const change = (part: Partial<PhoneValues>): void => {
    setValues((now) => ({ ...now, ...part }));
    setRefused(NOTHING);
  };

  const refuse = (error: AppError): PhoneField | null => {
    // The log-in page follows.
    if (error.status === UNAUTHORIZED) return null;
    const { own, others } = saidOf(error);
    const first = firstOf(own);
    const said = others.length > 0 || first ? others : errorLines(error, 'settingsSave');
    setRefused({ fields: own, lines: error.kind === 'http' ? said : [...said, t('account:phone.maybeDone')] });
    // The record was changed elsewhere, perhaps: the next try rests on what stands now.
    if (error.status === CONFLICT) reread();
    return first;
  };

  const submit = async (): Promise<PhoneField | null> => {
    if (running.current) return null;
    setTried(true);
    const wrong = firstOf(faults());
    if (wrong) return wrong;
    running.current = true;
    setBusy(true);
    try {
      const reply = await write.send(toSellerBody(record, { ...record.form, ...values }));
      if (reply.kind !== 'done') return refuse(reply.error);
      toast.success(reply.result);
      setValues(EMPTY);
      setTried(false);
      setRefused(NOTHING);
      reread();
      return null;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { values, errors: { ...refused.fields, ...(tried && faults()) }, lines: refused.lines, busy, change, submit };
}
