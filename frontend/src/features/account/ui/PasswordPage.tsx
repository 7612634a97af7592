import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useId, useRef } from 'react';
import { useSelector } from 'react-redux';
import { selectUser } from '../../../entities/session/session.slice';
import { NewPasswordFields } from '../../../entities/session/ui/NewPasswordFields';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { PasswordField } from '../../../shared/ui/PasswordField';
import { usePasswordChange } from '../model/usePasswordChange';

interface PasswordPageProps {
  /** Of somebody who logs in with a store's phone number: the form for that. */
  readonly phone: ReactNode;
  /** The password is changed; in the server's words. */
  readonly onDone: (message: string) => void;
}

/** What is logged in with. */
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

function ChangePassword({ onDone }: Pick<PasswordPageProps, 'onDone'>): ReactElement {
  const t = useText('account');
  const { username } = useSelector(selectUser);
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, lines, busy, change, submit } = usePasswordChange(onDone);
  const trySubmit = async (): Promise<void> => {
    const focusFirst = await submit();
    if (focusFirst) form.current?.querySelector<HTMLInputElement>(`[name="${focusFirst}"]`)?.focus();
  };
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
        <Heading id={headingId}>{t('password.heading')}</Heading>
        <Hint>{t('password.ends')}</Hint>
        {/* Whose password it is, for those who keep passwords. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={t('password.current')}
          name="current"
          enterKeyHint="next"
          required
          value={values.current}
          onValueChange={(current) => change({ current })}
          error={errors.current}
        />
        <NewPasswordFields values={values} errors={errors} change={change} />
        {lines.length > 0 && <Notice tone="danger" lines={lines} />}
        <Button type="submit" busy={busy}>
          {t(busy ? 'password.changing' : 'password.change')}
        </Button>
      </Form>
    </Card>
  );
}

const Form = styled.form({ display: 'flex', flexDirection: 'column', gap: space(4) });

const Heading = styled.h2({ ...type.heading });

const Hint = styled.p({ ...type.label, color: colors.muted, marginBlockStart: `calc(-1 * ${space(3)})` });
