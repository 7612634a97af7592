import type { ReactElement } from 'react';
import type { FieldForm } from '../../../shared/form/useFieldForm';
import { useText } from '../../../shared/i18n/useText';
import { PasswordField } from '../../../shared/ui/PasswordField';
import type { NewPassword } from '../newPassword';

type NewPasswordFieldsProps = Pick<FieldForm<NewPassword, string>, 'bind'>;

/** A new password, typed twice: the last fields of a form. */
export function NewPasswordFields({ bind }: NewPasswordFieldsProps): ReactElement {
  const t = useText('resetPassword');
  return (
    <>
      <PasswordField
        label={t('set.password')}
        autoComplete="new-password"
        enterKeyHint="next"
        required
        description={t('set.rule')}
        {...bind('password')}
      />
      <PasswordField
        label={t('set.repeated')}
        autoComplete="new-password"
        enterKeyHint="go"
        required
        {...bind('repeated')}
      />
    </>
  );
}
