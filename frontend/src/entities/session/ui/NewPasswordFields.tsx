import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { PasswordField } from '../../../shared/ui/PasswordField';
import type { NewPassword } from '../newPassword';

interface NewPasswordFieldsProps {
  readonly values: NewPassword;
  readonly errors: Partial<Record<keyof NewPassword, string>>;
  readonly change: (part: Partial<NewPassword>) => void;
}

/** A password that is set, typed twice. Their form ends with them. */
export function NewPasswordFields({ values, errors, change }: NewPasswordFieldsProps): ReactElement {
  const t = useText('resetPassword');
  return (
    <>
      <PasswordField
        label={t('set.password')}
        name="password"
        autoComplete="new-password"
        enterKeyHint="next"
        required
        value={values.password}
        onValueChange={(password) => change({ password })}
        error={errors.password}
        description={t('set.rule')}
      />
      <PasswordField
        label={t('set.repeated')}
        name="repeated"
        autoComplete="new-password"
        enterKeyHint="go"
        required
        value={values.repeated}
        onValueChange={(repeated) => change({ repeated })}
        error={errors.repeated}
      />
    </>
  );
}
