import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { logIn } from '../../../entities/session/calls';
import { selectIsOver } from '../../../entities/session/session.slice';
import type { Credentials } from '../../../entities/session/types';
import type { AppDispatch } from '../../../shared/api/services';
import { useFieldForm, wordsOf } from '../../../shared/form/useFieldForm';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { space } from '../../../shared/theme/tokens';
import { TextLink } from '../../../shared/ui/Link';
import { PasswordField } from '../../../shared/ui/PasswordField';
import { toast } from '../../../shared/ui/Toast';
import { logInFails } from '../model/logInRules';
import { Caption, CellphoneField, Form, FormLink, Refusal, Submit } from './GuestForm';
import { GuestPanel } from './GuestPanel';

interface LogInPageProps {
  /** Of somebody who has just set a new password. */
  readonly cellphone: string;
  readonly onDone: () => void;
}

/** Phone and password. Errors stand under their field, and the server's answer above the button and in a toast. */
export function LogInPage({ cellphone, onDone }: LogInPageProps): ReactElement {
  const t = useText('auth');
  const dispatch = useDispatch<AppDispatch>();
  const over = useSelector(selectIsOver);
  const { element, values, lines, busy, bind, submit, onSubmit } = useFieldForm<Credentials>({
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
  // `<rules>` marks the link in the sentence: i18next's own `Trans` would bring an HTML parser to the first page.
  const [before, rules, after] = t('notice').split(/<\/?rules>/);
  return (
    <GuestPanel heading={t('heading')} subtitle={t('subtitle')}>
      <Form ref={element} noValidate aria-label={t('heading')} onSubmit={onSubmit(() => submit('send', enter))}>
        <CellphoneField enterKeyHint="next" {...bind('cellphone')} />
        <PasswordField label={t('password')} enterKeyHint="go" required {...bind('password')} />
        <Forgot to={paths.forgetPassword.href()} state={{ cellphone: values.cellphone }}>
          {t('forgot')}
        </Forgot>
        <Refusal text={lines.join(' ') || (over ? t('over') : '')} />
        <Submit busy={busy !== null}>{t(busy ? 'entering' : 'enter')}</Submit>
        <Caption>
          {before}
          <TextLink to={paths.rules.href()}>{rules}</TextLink>
          {after}
        </Caption>
      </Form>
    </GuestPanel>
  );
}

const Forgot = styled(FormLink)({ alignSelf: 'flex-start', marginBlock: `calc(-1 * ${space(2)})` });
