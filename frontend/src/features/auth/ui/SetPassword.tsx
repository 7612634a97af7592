import styled from '@emotion/styled';
import { type ReactElement, useCallback, useEffect } from 'react';
import { NewPasswordFields } from '../../../entities/session/ui/NewPasswordFields';
import { useNow } from '../../../shared/hooks/useNow';
import { useText } from '../../../shared/i18n/useText';
import { codeInText, onlyDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import type { KeptCode } from '../model/keptCode';
import { CODE_DIGITS } from '../model/resetRules';
import type { ResetState } from '../model/useReset';
import { useSmsCode } from '../model/useSmsCode';
import { Caption, Foot, ToLogIn } from './GuestFoot';
import { Form, Refusal } from './GuestPanel';

/** Seconds between two codes for a phone. */
const PAUSE = 60;

interface SetPasswordProps {
  readonly state: ResetState;
  readonly sent: KeptCode;
}

/** The code that came, and the password that is to be. */
export function SetPassword({ state, sent }: SetPasswordProps): ReactElement {
  const t = useText('resetPassword');
  const ofLogIn = useText('auth');
  const { element, values, lines, busy, bind, change, focus, onSubmit, send, reset, otherPhone } = state;
  useEffect(() => focus('code'), [focus]);
  useSmsCode(useCallback((code) => change({ code: onlyDigits(code).slice(0, CODE_DIGITS) }), [change]));
  return (
    <Form ref={element} noValidate aria-label={t('set.heading')} onSubmit={onSubmit(reset)}>
      {/* Whose password it is, for those who keep passwords. */}
      <input type="text" autoComplete="username" value={values.cellphone} readOnly hidden />
      <DigitField
        label={t('set.code')}
        autoComplete="one-time-code"
        enterKeyHint="next"
        required
        maxDigits={CODE_DIGITS}
        description={<Validity sent={sent} />}
        counter={ofLogIn('digits', { used: formatNumber(values.code.length), max: formatNumber(CODE_DIGITS) })}
        {...bind('code')}
      />
      <Ways>
        <Again sent={sent} busy={busy === 'send'} onPress={() => void send()} />
        <Button variant="ghost" onClick={otherPhone}>
          {t('set.otherPhone')}
        </Button>
      </Ways>
      <NewPasswordFields bind={bind} />
      <Refusal text={lines.join(' ')} />
      <Button type="submit" size="lg" fullWidth busy={busy === 'reset'}>
        {t(busy === 'reset' ? 'set.changing' : 'set.change')}
      </Button>
      <Foot>
        <Caption>{t('set.ends')}</Caption>
        <Caption>{t('set.safety')}</Caption>
        <ToLogIn />
      </Foot>
    </Form>
  );
}

/** Whole seconds from now until `seconds` after the code was sent; 0 when that has passed or is not known. */
function useSecondsLeft({ sentAt }: KeptCode, seconds: number): number {
  const now = useNow();
  return Math.min(seconds, Math.max(0, Math.ceil((sentAt + seconds * 1000 - now) / 1000)));
}

const minutes = (seconds: number): string =>
  codeInText(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);

function Validity({ sent }: { readonly sent: KeptCode }): string {
  const t = useText('resetPassword');
  const left = useSecondsLeft(sent, sent.validSeconds);
  if (sent.sentAt === 0) return '';
  return left > 0 ? t('set.valid', { time: minutes(left) }) : t('set.expired');
}

interface AgainProps {
  readonly sent: KeptCode;
  readonly busy: boolean;
  readonly onPress: () => void;
}

function Again({ sent, busy, onPress }: AgainProps): ReactElement {
  const t = useText('resetPassword');
  const left = useSecondsLeft(sent, PAUSE);
  return (
    <Button variant="ghost" busy={busy} disabled={left > 0} onClick={onPress}>
      {left > 0 ? t('set.againIn', { time: minutes(left) }) : t('set.again')}
    </Button>
  );
}

const Ways = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  // Their words stand below the edges of the fields.
  marginInline: `calc(-1 * ${space(3)})`,
});
