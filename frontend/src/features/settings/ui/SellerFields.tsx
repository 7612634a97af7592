import { type ReactElement, type FocusEvent as ReactFocusEvent, useCallback } from 'react';
import type { SellerType } from '../../../entities/seller/sellerType';
import { useNeedsPlan } from '../../../entities/subscription/useStoreIsOpen';
import { DateField, DigitField, PasswordField, Switch, TextArea, TextField } from '../../../shared/form/fields';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { TextLink } from '../../../shared/ui/Link';
import { ADDRESS_MAX, typedPassword } from '../model/sellerRules';
import { TYPE_NAMES } from '../model/types';
import type { FormPart } from './SellerEditor';

const MOBILE_DIGITS = 11;
const NATIONAL_DIGITS = 10;
const readOnly = (): void => undefined;
const selectAll = ({ currentTarget }: ReactFocusEvent<HTMLInputElement>): void => currentTarget.select();

interface SellerFieldsProps extends FormPart {
  readonly type: SellerType;
  /** The phone number or the password changes: asks for the current password. */
  readonly proves: boolean;
}

/** What every kind of seller has. */
export function SellerFields({ form, type, proves }: SellerFieldsProps): ReactElement {
  const t = useText('settings');
  const active = form.bind('active');
  const needsPlan = useNeedsPlan() && !active.value;
  const password = form.bind('password');
  const { value: before, onValueChange: change } = password;
  const setPassword = useCallback((typed: string) => change(typedPassword(before, typed)), [before, change]);
  return (
    <>
      <TextField
        label={t('seller.type')}
        value={type === -1 ? '' : t(`seller.types.${TYPE_NAMES[type]}`)}
        readOnly
        onValueChange={readOnly}
      />
      <div>
        <Switch
          label={t('seller.status')}
          description={needsPlan ? t('seller.needsPlan') : t(active.value ? 'seller.active' : 'seller.inactive')}
          checked={active.value}
          disabled={needsPlan}
          onChange={active.onValueChange}
        />
        {needsPlan && <TextLink to={`${paths.home.href()}?menu=subscription`}>{t('seller.plans')}</TextLink>}
      </div>
      <TextField label={t('seller.title')} {...form.bind('title')} />
      <TextField label={t('seller.representative')} {...form.bind('representative')} />
      <DigitField label={t('seller.mobile')} maxDigits={MOBILE_DIGITS} {...form.bind('mobile')} />
      <TextField label={t('seller.code')} dir="ltr" {...form.bind('sellerCode')} />
      <DigitField label={t('seller.nationalCode')} maxDigits={NATIONAL_DIGITS} {...form.bind('nationalCode')} />
      <DateField label={t('seller.workStart')} {...form.bind('workStart')} />
      <TextField label={t('seller.username')} dir="ltr" autoComplete="username" {...form.bind('username')} />
      <PasswordField
        label={t('seller.password')}
        autoComplete="new-password"
        description={t('seller.passwordHelp')}
        {...password}
        onFocus={selectAll}
        onValueChange={setPassword}
      />
      {proves && (
        <PasswordField
          label={t('seller.currentPassword')}
          description={t('seller.currentPasswordHelp')}
          {...form.bind('currentPassword')}
        />
      )}
      <div data-wide>
        <TextArea label={t('seller.address')} rows={3} maxLength={ADDRESS_MAX} {...form.bind('address')} />
      </div>
    </>
  );
}
