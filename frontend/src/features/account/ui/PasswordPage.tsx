import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useId, useRef } from 'react';
import { useSelector } from 'react-redux';
import { newPasswordFails } from '../../../entities/session/newPassword';
import { selectUser } from '../../../entities/session/session.slice';
import { NewPasswordFields } from '../../../entities/session/ui/NewPasswordFields';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { NOT_REFUSED, useFieldForm, wordsOf } from '../../../shared/form/useFieldForm';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { PasswordField } from '../../../shared/ui/PasswordField';
import { toast } from '../../../shared/ui/Toast';
import { useChangePasswordMutation } from '../api/endpoints';

interface PasswordPageProps {
  /** The form for the phone number, for users who log in with that of a store. */
  readonly phone: ReactNode;
  /** The password was changed; `message` is the server's text. */
  readonly onDone: (message: string) => void;
}

/** Changes the password, and for sellers the phone number. */
export function PasswordPage({ phone, onDone }: PasswordPageProps): ReactElement {
  const t = useText('account');
  return (
    <>
      <PageHeader
        title={t('password.title')}
        backTo={paths.sessions.href()}
        closeTo={paths.sessions.href()}
        width="form"
      />
      <PageBody data-width="form">
        <Stack gap={4}>
          <ChangePassword onDone={onDone} />
          {phone}
        </Stack>
      </PageBody>
    </>
  );
}

const EMPTY = { current: '', password: '', repeated: '' };

function ChangePassword({ onDone }: Pick<PasswordPageProps, 'onDone'>): ReactElement {
  const t = useText(['account', 'auth', 'resetPassword']);
  const { username } = useSelector(selectUser);
  const headingId = useId();
  const [send] = useChangePasswordMutation();
  // A call ended without an answer: the password may have changed.
  const unheard = useRef(false);
  const { element, values, lines, busy, bind, submit, onSubmit, begin } = useFieldForm({
    start: EMPTY,
    faults: (form) => ({
      ...(form.current === '' && { current: t('password.currentRequired') }),
      ...wordsOf(newPasswordFails(form), t),
    }),
    refuse: (error, usual) => {
      // The log-in page follows.
      if (error.status === UNAUTHORIZED) return NOT_REFUSED;
      const lost = error.kind !== 'http';
      if (lost) {
        unheard.current = true;
        // A toast as well: if the password did change, the session is over and the log-in page replaces this one.
        toast.warning(t('password.maybeDone'));
      }
      // A current password that is refused after a lost answer may be the old one.
      const doubt = unheard.current && (lost || 'current' in usual.fields);
      return doubt ? { ...usual, lines: [...usual.lines, t('password.maybeDone')] } : usual;
    },
  });
  const change = async (): Promise<void> => {
    const { current, password } = values;
    const message = await send({ current, password }).unwrap();
    begin(EMPTY);
    onDone(message);
  };
  return (
    <Card>
      <Form ref={element} noValidate aria-labelledby={headingId} onSubmit={onSubmit(() => submit('send', change))}>
        <Heading id={headingId}>{t('password.heading')}</Heading>
        <Hint>{t('password.ends')}</Hint>
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField label={t('password.current')} enterKeyHint="next" required {...bind('current')} />
        <NewPasswordFields bind={bind} />
        {lines.length > 0 && <Notice tone="danger" lines={lines} />}
        <Button type="submit" busy={busy !== null}>
          {t(busy ? 'password.changing' : 'password.change')}
        </Button>
      </Form>
    </Card>
  );
}

const Form = styled.form({ display: 'flex', flexDirection: 'column', gap: space(4) });

const Heading = styled.h2({ ...type.heading });

const Hint = styled.p({ ...type.label, color: colors.muted, marginBlockStart: `calc(-1 * ${space(3)})` });
