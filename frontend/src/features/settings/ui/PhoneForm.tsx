import styled from '@emotion/styled';
import { type ReactElement, useId, useRef } from 'react';
import { PHONE_DIGITS } from '../../../entities/session/credentials';
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
import { useSellerRecordQuery } from '../api/endpoints';
import type { SellerRecord } from '../model/types';
import { usePhoneChange } from '../model/usePhoneChange';

/** The phone number of the seller, apart from the rest of the record. Nothing for somebody without a store. */
export function PhoneForm(): ReactElement | null {
  const query = useSellerRecordQuery(undefined, { refetchOnMountOrArgChange: true });
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
  readonly record: SellerRecord;
  readonly reread: () => unknown;
}

function ChangePhone({ record, reread }: ChangePhoneProps): ReactElement {
  const t = useText('account');
  const ofLogIn = useText('auth');
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, lines, busy, change, submit } = usePhoneChange(record, reread);
  const trySubmit = async (): Promise<void> => {
    const focusFirst = await submit();
    if (focusFirst) form.current?.querySelector<HTMLInputElement>(`[name="${focusFirst}"]`)?.focus();
  };
  const now = <bdi dir="ltr">{localDigits(maskMobile(record.form.mobile))}</bdi>;
  return (
    <Card>
      <Form
        ref={form}
        noValidate
        aria-labelledby={headingId}
        onSubmit={(event) => {
          event.preventDefault();
          void trySubmit();
        }}
      >
        <Heading id={headingId}>{t('phone.heading')}</Heading>
        <Hint>{t('phone.hint')}</Hint>
        <DefinitionGrid items={[{ label: t('phone.now'), value: now }]} />
        <DigitField
          label={t('phone.new')}
          name="mobile"
          autoComplete="tel-national"
          enterKeyHint="next"
          required
          maxDigits={PHONE_DIGITS}
          value={values.mobile}
          onValueChange={(mobile) => change({ mobile })}
          error={errors.mobile}
          counter={ofLogIn('digits', { used: formatNumber(values.mobile.length), max: formatNumber(PHONE_DIGITS) })}
        />
        <PasswordField
          label={t('password.current')}
          name="currentPassword"
          enterKeyHint="go"
          required
          value={values.currentPassword}
          onValueChange={(currentPassword) => change({ currentPassword })}
          error={errors.currentPassword}
        />
        {lines.length > 0 && <Notice tone="danger" lines={lines} />}
        <Button type="submit" busy={busy}>
          {t(busy ? 'phone.changing' : 'phone.change')}
        </Button>
      </Form>
    </Card>
  );
}

const Form = styled.form({ display: 'flex', flexDirection: 'column', gap: space(4) });

const Heading = styled.h2({ ...type.heading });

const Hint = styled.p({ ...type.label, color: colors.muted, marginBlockStart: `calc(-1 * ${space(3)})` });
