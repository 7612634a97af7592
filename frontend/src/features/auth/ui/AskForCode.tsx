import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { PHONE_DIGITS } from '../../../entities/session/credentials';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import type { ResetField } from '../model/resetRules';
import type { ResetState } from '../model/useReset';
import { Caption, ToLogIn } from './GuestFoot';
import { Form, Refusal } from './GuestPanel';

export interface StepProps {
  readonly state: ResetState;
  readonly focus: (field: ResetField | null) => void;
}

/** Which phone the code is to come to. */
export function AskForCode({ state, focus }: StepProps): ReactElement {
  const t = useText('resetPassword');
  const ofLogIn = useText('auth');
  const { values, errors, refusal, busy, change, send, haveCode } = state;
  return (
    <Form
      noValidate
      aria-label={t('ask.heading')}
      onSubmit={(event) => {
        event.preventDefault();
        void send().then(focus);
      }}
    >
      <DigitField
        label={ofLogIn('cellphone')}
        name="cellphone"
        autoComplete="username"
        enterKeyHint="send"
        required
        maxDigits={PHONE_DIGITS}
        value={values.cellphone}
        onValueChange={(cellphone) => change({ cellphone })}
        error={errors.cellphone}
        counter={ofLogIn('digits', { used: formatNumber(values.cellphone.length), max: formatNumber(PHONE_DIGITS) })}
      />
      <Refusal text={refusal} />
      <Button type="submit" size="lg" fullWidth busy={busy === 'send'}>
        {t(busy === 'send' ? 'ask.sending' : 'ask.send')}
      </Button>
      <Ways>
        <Button variant="ghost" onClick={() => focus(haveCode())}>
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
