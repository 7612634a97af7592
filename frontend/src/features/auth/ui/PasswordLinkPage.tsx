import styled from '@emotion/styled';
import { type ReactElement, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { type NewPassword, newPasswordFails } from '../../../entities/session/newPassword';
import { NewPasswordFields } from '../../../entities/session/ui/NewPasswordFields';
import type { AppDispatch } from '../../../shared/api/services';
import { LEFT, mayBeDone, NOT_REFUSED, useFieldForm, wordsOf } from '../../../shared/form/useFieldForm';
import { useText } from '../../../shared/i18n/useText';
import { space } from '../../../shared/theme/tokens';
import { Notice } from '../../../shared/ui/Notice';
import { type Done, setPassword } from '../model/resetCalls';
import { Foot, ToLogIn } from './FormFoot';
import { Caption, Form, Refusal, Submit } from './GuestForm';
import { GuestPanel } from './GuestPanel';

interface PasswordLinkPageProps {
  /** The part of the address after the #; empty when there is none. */
  readonly link: string;
  readonly onDone: (done: Done) => Promise<void>;
}

/** Sets a password with the link that was sent to somebody for that. */
export function PasswordLinkPage(props: PasswordLinkPageProps): ReactElement {
  const t = useText('resetPassword');
  return (
    <GuestPanel heading={t('link.heading')} subtitle={t('link.subtitle')}>
      {/* Another link in the same tab starts over. */}
      <ByLink key={props.link} {...props} />
    </GuestPanel>
  );
}

function ByLink({ link, onDone }: PasswordLinkPageProps): ReactElement {
  const t = useText(['resetPassword', 'auth']);
  const dispatch = useDispatch<AppDispatch>();
  const block = useRef<HTMLDivElement>(null);
  /** Why the server refused the link; empty while it has not. */
  const [refused, setRefused] = useState<readonly string[]>([]);
  // Whether a call without an answer may have set the password.
  const unheard = useRef(false);
  const { element, values, lines, busy, bind, submit, onSubmit } = useFieldForm<NewPassword>({
    start: { password: '', repeated: '' },
    faults: (form) => wordsOf(newPasswordFails(form), t),
    refuse: (error, usual) => {
      if (mayBeDone(error)) unheard.current = true;
      const said = error.fields?.['link'];
      if (said === undefined) return usual;
      setRefused([said, t(unheard.current ? 'link.maybeDone' : 'link.askAgain')]);
      // The form disappears with the refused link, and would take the focus with it.
      block.current?.focus();
      return NOT_REFUSED;
    },
  });
  const save = async (): Promise<typeof LEFT> => {
    await onDone(await dispatch(setPassword({ link, password: values.password })));
    return LEFT;
  };
  const linkFault = link === '' ? [t('link.incomplete')] : refused;
  return (
    <Block ref={block} tabIndex={-1}>
      {linkFault.length > 0 ? (
        <>
          <Notice tone="danger" lines={linkFault} />
          <Foot>
            <ToLogIn />
          </Foot>
        </>
      ) : (
        <Form ref={element} noValidate aria-label={t('link.heading')} onSubmit={onSubmit(() => submit('send', save))}>
          <NewPasswordFields bind={bind} />
          <Refusal text={lines.join(' ')} />
          <Submit busy={busy !== null}>{t(busy ? 'link.saving' : 'link.save')}</Submit>
          <Foot>
            <Caption>{t('link.after')}</Caption>
            <ToLogIn />
          </Foot>
        </Form>
      )}
    </Block>
  );
}

const Block = styled.div({ display: 'flex', flexDirection: 'column', gap: space(4), outline: 'none' });
