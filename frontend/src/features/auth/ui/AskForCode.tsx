import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { Button } from '../../../shared/ui/Button';
import type { ResetState } from '../model/useReset';
import { ToLogIn, Ways } from './FormFoot';
import { Caption, CellphoneField, Form, Refusal, Submit } from './GuestForm';

/** Asks for the phone number that the code is sent to. */
export function AskForCode({ state }: { readonly state: ResetState }): ReactElement {
  const t = useText('resetPassword');
  const { element, lines, busy, bind, onSubmit, send, haveCode } = state;
  return (
    <Form ref={element} noValidate aria-label={t('ask.heading')} onSubmit={onSubmit(send)}>
      <CellphoneField enterKeyHint="send" {...bind('cellphone')} />
      <Refusal text={lines.join(' ')} />
      <Submit busy={busy === 'send'}>{t(busy === 'send' ? 'ask.sending' : 'ask.send')}</Submit>
      <Ways>
        <Button variant="ghost" onClick={haveCode}>
          {t('ask.haveCode')}
        </Button>
        <ToLogIn />
      </Ways>
      <Caption>{t('ask.noPhone')}</Caption>
    </Form>
  );
}
