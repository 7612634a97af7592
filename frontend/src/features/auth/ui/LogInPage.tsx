import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { logIn } from '../../../entities/session/calls';
import { PHONE_DIGITS } from '../../../entities/session/credentials';
import { selectIsOver } from '../../../entities/session/session.slice';
import type { AppDispatch } from '../../../shared/api/services';
import { useFieldForm, wordsOf } from '../../../shared/form/useFieldForm';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { colors, size, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import { TextLink } from '../../../shared/ui/Link';
import { PasswordField } from '../../../shared/ui/PasswordField';
import { toast } from '../../../shared/ui/Toast';
import { type LogInForm, logInFails } from '../model/logInRules';
import { Form, GuestPanel, Refusal } from './GuestPanel';

export interface LogInPageProps {
  /** Of somebody who has just set a new password. */
  readonly cellphone: string;
  readonly onDone: () => void;
}

/** Phone and password. Errors stand under their field, and the server's answer above the button and in a toast. */
export function LogInPage({ cellphone, onDone }: LogInPageProps): ReactElement {
  const t = useText('auth');
  const dispatch = useDispatch<AppDispatch>();
  const over = useSelector(selectIsOver);
  const { element, values, lines, busy, bind, submit, onSubmit } = useFieldForm<LogInForm>({
    start: { cellphone, password: '' },
    faults: (form) => wordsOf(logInFails(form), t),
    refuse: (_error, usual) => {
      if (usual.lines.length > 0) toast.error(usual.lines);
      return { ...usual, focus: 'password' };
    },
  });
  const enter = async (): Promise<void> => {
    toast.warning((await dispatch(logIn(values))).notice ?? []);
    onDone();
  };
  return (
    <GuestPanel heading={t('heading')} subtitle={t('subtitle')}>
      <Form ref={element} noValidate aria-label={t('heading')} onSubmit={onSubmit(() => submit('send', enter))}>
        <DigitField
          label={t('cellphone')}
          autoComplete="username"
          enterKeyHint="next"
          required
          maxDigits={PHONE_DIGITS}
          counter={t('digits', { used: formatNumber(values.cellphone.length), max: formatNumber(PHONE_DIGITS) })}
          {...bind('cellphone')}
        />
        <PasswordField label={t('password')} enterKeyHint="go" required {...bind('password')} />
        <Forgot to={paths.forgetPassword.href()} state={{ cellphone: values.cellphone }}>
          {t('forgot')}
        </Forgot>
        <Refusal text={lines.join(' ') || (over ? t('over') : '')} />
        <Button type="submit" size="lg" fullWidth busy={busy !== null}>
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
