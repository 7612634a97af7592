import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SellerType } from '../../../entities/seller/sellerType';
import { DateField } from '../../../shared/ui/DateField';
import { DigitField } from '../../../shared/ui/DigitField';
import { PasswordField } from '../../../shared/ui/PasswordField';
import { Switch } from '../../../shared/ui/Switch';
import { TextArea } from '../../../shared/ui/TextArea';
import { TextField } from '../../../shared/ui/TextField';
import { ADDRESS_MAX, typedPassword } from '../model/sellerRules';
import { TYPE_NAMES } from '../model/types';
import type { FormPart } from './SellerEditor';

const MOBILE_DIGITS = 11;
const NATIONAL_DIGITS = 10;

interface SellerFieldsProps extends FormPart {
  readonly type: SellerType;
  /** What is logged in with changes: the password of today is asked for. */
  readonly proves: boolean;
}

/** What every kind of seller has. */
export function SellerFields({ form, errors, change, type, proves }: SellerFieldsProps): ReactElement {
  const { t } = useTranslation('settings');
  return (
    <>
      <TextField
        label={t('seller.type')}
        value={type === -1 ? '' : t(`seller.types.${TYPE_NAMES[type]}`)}
        readOnly
        onValueChange={() => undefined}
      />
      <Switch
        label={t('seller.status')}
        description={t(form.active ? 'seller.active' : 'seller.inactive')}
        checked={form.active}
        onChange={(active) => change({ active })}
      />
      <TextField
        label={t('seller.title')}
        value={form.title}
        error={errors.title}
        onValueChange={(title) => change({ title })}
      />
      <TextField
        label={t('seller.representative')}
        value={form.representative}
        error={errors.representative}
        onValueChange={(representative) => change({ representative })}
      />
      <DigitField
        label={t('seller.mobile')}
        maxDigits={MOBILE_DIGITS}
        value={form.mobile}
        error={errors.mobile}
        onValueChange={(mobile) => change({ mobile })}
      />
      <TextField
        label={t('seller.code')}
        dir="ltr"
        value={form.sellerCode}
        error={errors.sellerCode}
        onValueChange={(sellerCode) => change({ sellerCode })}
      />
      <DigitField
        label={t('seller.nationalCode')}
        maxDigits={NATIONAL_DIGITS}
        value={form.nationalCode}
        error={errors.nationalCode}
        onValueChange={(nationalCode) => change({ nationalCode })}
      />
      <DateField
        label={t('seller.workStart')}
        value={form.workStart}
        error={errors.workStart}
        onValueChange={(workStart) => change({ workStart })}
      />
      <TextField
        label={t('seller.username')}
        dir="ltr"
        autoComplete="username"
        value={form.username}
        error={errors.username}
        onValueChange={(username) => change({ username })}
      />
      <PasswordField
        label={t('seller.password')}
        autoComplete="new-password"
        description={t('seller.passwordHelp')}
        value={form.password}
        error={errors.password}
        onFocus={(event) => event.currentTarget.select()}
        onValueChange={(typed) => change({ password: typedPassword(form.password, typed) })}
      />
      {proves && (
        <PasswordField
          label={t('seller.currentPassword')}
          description={t('seller.currentPasswordHelp')}
          value={form.currentPassword}
          error={errors.currentPassword}
          onValueChange={(currentPassword) => change({ currentPassword })}
        />
      )}
      <div data-wide>
        <TextArea
          label={t('seller.address')}
          rows={3}
          maxLength={ADDRESS_MAX}
          value={form.address}
          error={errors.address}
          onValueChange={(address) => change({ address })}
        />
      </div>
    </>
  );
}
