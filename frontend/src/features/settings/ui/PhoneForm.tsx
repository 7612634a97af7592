import styled from '@emotion/styled';
import { type ReactElement, useId, useState } from 'react';
import { useSellerQuery } from '../../../entities/seller/endpoints';
import type { Seller, SellerForm } from '../../../entities/seller/types';
import { PHONE_DIGITS, phoneFail } from '../../../entities/session/credentials';
import { type Attempt, makeWrite } from '../../../entities/write/attempt';
import type { AppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { CONFLICT, UNAUTHORIZED } from '../../../shared/api/httpStatus';
import type { WireEditSellerBody } from '../../../shared/api/wire/settings.gen';
import { type FieldTexts, NOT_REFUSED, useFieldForm } from '../../../shared/form/useFieldForm';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { maskMobile } from '../../../shared/lib/masks';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { DigitField } from '../../../shared/ui/DigitField';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { Notice } from '../../../shared/ui/Notice';
import { PasswordField } from '../../../shared/ui/PasswordField';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { toast } from '../../../shared/ui/Toast';
import { useSaveSectionMutation } from '../api/endpoints';
import { formFieldOf, toSellerBody } from '../api/map';

/** Changes the phone number of the seller, apart from the rest of the record; nothing for users without a store. */
export function PhoneForm(): ReactElement | null {
  const query = useSellerQuery(undefined, { refetchOnMountOrArgChange: true });
  const loading = useSteadyLoading(query.isLoading);
  if (query.error && !query.data) {
    return (
      <FailedRead error={query.error} isFetching={query.isFetching} refetch={query.refetch} otherwise="settingsLoad" />
    );
  }
  if (loading) return <SkeletonCards count={1} lines={3} />;
  return query.data ? <ChangePhone record={query.data} reread={query.refetch} /> : null;
}

interface ChangePhoneProps {
  readonly record: Seller;
  readonly reread: () => unknown;
}

type PhoneValues = Pick<SellerForm, 'mobile' | 'currentPassword'>;
const EMPTY: PhoneValues = { mobile: '', currentPassword: '' };

/** The server's messages: for fields of this form, and as lines for the other fields of the seller's record. */
function messagesOf({ fields = {} }: AppError) {
  const all = Object.entries(fields).map(([wire, message]) => ({ field: formFieldOf[wire], message }));
  const own = all.filter(({ field }) => field !== undefined && field in EMPTY);
  return {
    fields: Object.fromEntries(own.map(({ field, message }) => [field, message])) as FieldTexts<PhoneValues>,
    others: all.filter((one) => !own.includes(one)).map(({ message }) => message),
  };
}

/** The rest of the seller's record is sent as it was read. */
function ChangePhone({ record, reread }: ChangePhoneProps): ReactElement {
  const t = useText(['account', 'auth']);
  const headingId = useId();
  const [save] = useSaveSectionMutation();
  // Sent again after a lost answer it has the same key, so that the server does it once.
  const [write] = useState(() =>
    makeWrite((attempt: Attempt<WireEditSellerBody>) => save({ id: 'seller', ...attempt }).unwrap()),
  );
  const { element, values, lines, busy, bind, submit, fail, onSubmit, begin } = useFieldForm<PhoneValues>({
    start: EMPTY,
    faults: ({ mobile, currentPassword }) => {
      const phoneFault = phoneFail(mobile);
      return {
        ...(mobile === record.form.mobile && { mobile: t('phone.same') }),
        ...(phoneFault && { mobile: t(`auth:${phoneFault}`) }),
        ...(currentPassword === '' && { currentPassword: t('password.currentRequired') }),
      };
    },
    refuse: (error) => {
      // The log-in page follows.
      if (error.status === UNAUTHORIZED) return NOT_REFUSED;
      // The record may have been changed elsewhere: the next try is based on the newest one.
      if (error.status === CONFLICT) reread();
      const { fields, others } = messagesOf(error);
      const named = others.length > 0 || Object.keys(fields).length > 0;
      const said = named ? others : errorLines(error, 'settingsSave');
      return { fields, lines: error.kind === 'http' ? said : [...said, t('phone.maybeDone')] };
    },
  });
  const change = async (): Promise<void> => {
    const reply = await write.send(toSellerBody(record, { ...record.form, ...values }));
    if (reply.kind !== 'done') {
      fail(reply.error, 'send');
      return;
    }
    toast.success(reply.result);
    begin(EMPTY);
    reread();
  };
  const now = <bdi dir="ltr">{localDigits(maskMobile(record.form.mobile))}</bdi>;
  return (
    <Card>
      <Form ref={element} noValidate aria-labelledby={headingId} onSubmit={onSubmit(() => submit('send', change))}>
        <Heading id={headingId}>{t('phone.heading')}</Heading>
        <Hint>{t('phone.hint')}</Hint>
        <DefinitionGrid items={[{ label: t('phone.now'), value: now }]} />
        <DigitField
          label={t('phone.new')}
          autoComplete="tel-national"
          enterKeyHint="next"
          required
          maxDigits={PHONE_DIGITS}
          counter={t('auth:digits', { used: formatNumber(values.mobile.length), max: formatNumber(PHONE_DIGITS) })}
          {...bind('mobile')}
        />
        <PasswordField label={t('password.current')} enterKeyHint="go" required {...bind('currentPassword')} />
        {lines.length > 0 && <Notice tone="danger" lines={lines} />}
        <Button type="submit" busy={busy !== null}>
          {t(busy ? 'phone.changing' : 'phone.change')}
        </Button>
      </Form>
    </Card>
  );
}

const Form = styled.form({ display: 'flex', flexDirection: 'column', gap: space(4) });

const Heading = styled.h2({ ...type.heading });

const Hint = styled.p({ ...type.label, color: colors.muted, marginBlockStart: `calc(-1 * ${space(3)})` });
