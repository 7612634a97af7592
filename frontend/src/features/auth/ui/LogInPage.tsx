import styled from '@emotion/styled';
import { type ReactElement, useRef } from 'react';
import { useSelector } from 'react-redux';
import { PHONE_DIGITS } from '../../../entities/session/credentials';
import { selectIsOver } from '../../../entities/session/session.slice';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { colors, size, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import { TextLink } from '../../../shared/ui/Link';
import { PasswordField } from '../../../shared/ui/PasswordField';
import { useLogInForm } from '../model/useLogInForm';
import { Form, GuestPanel, Refusal } from './GuestPanel';

export interface LogInPageProps {
  /** Of somebody who has just set a new password. */
  readonly cellphone: string;
  readonly onDone: () => void;
}

/** Phone and password. Errors stand under their field, and the server's answer above the button and in a toast. */
export function LogInPage({ cellphone, onDone }: LogInPageProps): ReactElement {
  const t = useText('auth');
  const over = useSelector(selectIsOver);
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, refusal, busy, change, submit } = useLogInForm(cellphone, onDone);
  const trySubmit = async (): Promise<void> => {
    const focusFirst = await submit();
    if (focusFirst) form.current?.querySelector<HTMLInputElement>(`[name="${focusFirst}"]`)?.focus();
  };
  return (
    <GuestPanel heading={t('heading')} subtitle={t('subtitle')}>
      <Form
        ref={form}
        noValidate
        aria-label={t('heading')}
        onSubmit={(event) => {
          event.preventDefault();
          void trySubmit();
        }}
      >
        <DigitField
          label={t('cellphone')}
          name="cellphone"
          autoComplete="username"
          enterKeyHint="next"
          required
          maxDigits={PHONE_DIGITS}
          value={values.cellphone}
          onValueChange={(cellphone) => change({ cellphone })}
          error={errors.cellphone}
          counter={t('digits', { used: formatNumber(values.cellphone.length), max: formatNumber(PHONE_DIGITS) })}
        />
        <PasswordField
          label={t('password')}
          name="password"
          enterKeyHint="go"
          required
          value={values.password}
          onValueChange={(password) => change({ password })}
          error={errors.password}
        />
        <Forgot to={paths.forgetPassword.href()} state={{ cellphone: values.cellphone }}>
          {t('forgot')}
        </Forgot>
        <Refusal text={refusal || (over ? t('over') : '')} />
        <Button type="submit" size="lg" fullWidth busy={busy}>
          {t(busy ? 'entering' : 'enter')}
        </Button>
        <Notice>
          <Acceptance sentence={t('notice')} />
        </Notice>
      </Form>
    </GuestPanel>
  );
}

/** A link in a sentence, marked by `<rules>`: i18next's own `Trans` would bring a parser of HTML to the first page. */
function Acceptance({ sentence }: { readonly sentence: string }): ReactElement {
  const [before, terms, after] = sentence.split(/<\/?rules>/);
  return (
    <>
      {before}
      <TextLink to={paths.rules.href()}>{terms}</TextLink>
      {after}
    </>
  );
}

const Forgot = styled(TextLink)({
  ...type.label,
  alignSelf: 'flex-start',
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: size.touch,
  marginBlock: `calc(-1 * ${space(2)})`,
});

const Notice = styled.p({ ...type.caption, textAlign: 'center', color: colors.muted });
