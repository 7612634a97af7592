import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { PHONE_DIGITS } from '../../../entities/session/credentials';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import type { ResetState } from '../model/useReset';
import { Caption, ToLogIn } from './GuestFoot';
import { Form, Refusal } from './GuestPanel';

/** Which phone the code is to come to. */
export function AskForCode({ state }: { readonly state: ResetState }): ReactElement {
  const t = useText('resetPassword');
  const ofLogIn = useText('auth');
  const { element, values, lines, busy, bind, onSubmit, send, haveCode } = state;
  return (
    <Form ref={element} noValidate aria-label={t('ask.heading')} onSubmit={onSubmit(send)}>
      <DigitField
        label={ofLogIn('cellphone')}
        autoComplete="username"
        enterKeyHint="send"
        required
        maxDigits={PHONE_DIGITS}
        counter={ofLogIn('digits', { used: formatNumber(values.cellphone.length), max: formatNumber(PHONE_DIGITS) })}
        {...bind('cellphone')}
      />
      <Refusal text={lines.join(' ')} />
      <Button type="submit" size="lg" fullWidth busy={busy === 'send'}>
        {t(busy === 'send' ? 'ask.sending' : 'ask.send')}
      </Button>
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

const Ways = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  // Their words stand below the edge of the fields.
  marginInlineStart: `calc(-1 * ${space(3)})`,
});
