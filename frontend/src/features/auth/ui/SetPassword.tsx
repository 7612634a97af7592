import { type ReactElement, useCallback, useEffect } from 'react';
import { NewPasswordFields } from '../../../entities/session/ui/NewPasswordFields';
import { useNow } from '../../../shared/hooks/useNow';
import { useText } from '../../../shared/i18n/useText';
import { codeInText, onlyDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import { CODE_DIGITS } from '../model/resetRules';
import type { SentCode } from '../model/sentCode';
import type { ResetState } from '../model/useReset';
import { useSmsCode } from '../model/useSmsCode';
import { Foot, ToLogIn, Ways } from './FormFoot';
import { Caption, Form, Refusal, Submit } from './GuestForm';

/** Seconds before a phone can be sent another code. */
const PAUSE = 60;

interface SetPasswordProps {
  readonly state: ResetState;
  readonly sent: SentCode;
}

/** Takes the code that came, and the new password. */
export function SetPassword({ state, sent }: SetPasswordProps): ReactElement {
  const t = useText('resetPassword');
  const ofLogIn = useText('auth');
  const { element, values, lines, busy, bind, change, focus: focusOn, onSubmit, send, reset, otherPhone } = state;
  useEffect(() => focusOn('code'), [focusOn]);
  useSmsCode(useCallback((code) => change({ code: onlyDigits(code).slice(0, CODE_DIGITS) }), [change]));
  return (
    <Form ref={element} noValidate aria-label={t('set.heading')} onSubmit={onSubmit(reset)}>
      {/* For password managers: whose password it is. */}
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
      <Submit busy={busy === 'reset'}>{t(busy === 'reset' ? 'set.changing' : 'set.change')}</Submit>
      <Foot>
        <Caption>{t('set.ends')}</Caption>
        <Caption>{t('set.safety')}</Caption>
        <ToLogIn />
      </Foot>
    </Form>
  );
}

/** Whole seconds from now until `seconds` after the code was sent; 0 when that has passed or is not known. */
function useSecondsLeft({ sentAt }: SentCode, seconds: number): number {
  const now = useNow();
  return Math.min(seconds, Math.max(0, Math.ceil((sentAt + seconds * 1000 - now) / 1000)));
}

const minutes = (seconds: number): string =>
  codeInText(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);

function Validity({ sent }: { readonly sent: SentCode }): string {
  const t = useText('resetPassword');
  const left = useSecondsLeft(sent, sent.validSeconds);
  if (sent.sentAt === 0) return '';
  return left > 0 ? t('set.valid', { time: minutes(left) }) : t('set.expired');
}

interface AgainProps {
  readonly sent: SentCode;
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
