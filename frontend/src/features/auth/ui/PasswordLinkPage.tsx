import styled from '@emotion/styled';
import { type ReactElement, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { type NewPassword, newPasswordFails } from '../../../entities/session/newPassword';
import { NewPasswordFields } from '../../../entities/session/ui/NewPasswordFields';
import type { AppDispatch } from '../../../shared/api/services';
import { mayBeDone, NOT_REFUSED, useFieldForm, wordsOf } from '../../../shared/form/useFieldForm';
import { useText } from '../../../shared/i18n/useText';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';
import { type Done, setPassword } from '../model/resetCalls';
import { Caption, Foot, ToLogIn } from './GuestFoot';
import { Form, GuestPanel, Refusal } from './GuestPanel';

export interface PasswordLinkPageProps {
  /** What stands behind the # of the address; empty when nothing does. */
  readonly link: string;
  readonly onDone: (done: Done) => Promise<void>;
}

/** Sets the password of whoever was given a link for that. */
export function PasswordLinkPage({ link, onDone }: PasswordLinkPageProps): ReactElement {
  const t = useText('resetPassword');
  return (
    <GuestPanel heading={t('link.heading')} subtitle={t('link.subtitle')}>
      {/* Another link in the same tab begins anew. */}
      {link ? <ByLink key={link} link={link} onDone={onDone} /> : <LinkFault lines={[t('link.incomplete')]} />}
    </GuestPanel>
  );
}

function ByLink({ link, onDone }: PasswordLinkPageProps): ReactElement {
  const t = useText(['resetPassword', 'auth']);
  const dispatch = useDispatch<AppDispatch>();
  const block = useRef<HTMLDivElement>(null);
  /** What is wrong with the link; empty while nothing is known. */
  const [fault, setFault] = useState<readonly string[]>([]);
  // Whether the password may be set without our hearing of it.
  const unheard = useRef(false);
  const { element, values, lines, busy, bind, submit, onSubmit } = useFieldForm<NewPassword>({
    start: { password: '', repeated: '' },
    faults: (form) => wordsOf(newPasswordFails(form), t),
    refuse: (error, usual) => {
      if (mayBeDone(error)) unheard.current = true;
      const said = error.fields?.['link'];
      if (said === undefined) return usual;
      setFault([said, t(unheard.current ? 'link.maybeDone' : 'link.askAgain')]);
      // The form goes with a link that is refused, and the focus would be lost with it.
      block.current?.focus();
      return NOT_REFUSED;
    },
  });
  const save = async (): Promise<void> => onDone(await dispatch(setPassword({ link, password: values.password })));
  return (
    <Block ref={block} tabIndex={-1}>
      {fault.length > 0 ? (
        <LinkFault lines={fault} />
      ) : (
        <Form ref={element} noValidate aria-label={t('link.heading')} onSubmit={onSubmit(() => submit('send', save))}>
          <NewPasswordFields bind={bind} />
          <Refusal text={lines.join(' ')} />
          <Button type="submit" size="lg" fullWidth busy={busy !== null}>
            {t(busy ? 'link.saving' : 'link.save')}
          </Button>
          <Foot>
            <Caption>{t('link.after')}</Caption>
            <ToLogIn />
          </Foot>
        </Form>
      )}
    </Block>
  );
}

/** No password can be set with this link. */
function LinkFault({ lines }: { readonly lines: readonly string[] }): ReactElement {
  return (
    <Fault>
      <Notice tone="danger" lines={lines} />
      <Foot>
        <ToLogIn />
      </Foot>
    </Fault>
  );
}

const Block = styled.div({ outline: 'none' });

const Fault = styled.div({ display: 'flex', flexDirection: 'column', gap: space(4) });
