import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { codeInText } from '../../../shared/lib/digits';
import { maskMobile } from '../../../shared/lib/masks';
import type { Done } from '../model/resetCalls';
import { useReset } from '../model/useReset';
import { AskForCode } from './AskForCode';
import { GuestPanel } from './GuestPanel';
import { SetPassword } from './SetPassword';

interface ForgetPasswordPageProps {
  /** From the log-in page. */
  readonly cellphone: string;
  readonly onDone: (done: Done) => Promise<void>;
}

/** Sets a new password with a code that comes by SMS. */
export function ForgetPasswordPage({ cellphone, onDone }: ForgetPasswordPageProps): ReactElement {
  const t = useText('resetPassword');
  const state = useReset(cellphone, onDone);
  const { sent } = state;
  const phone = sent ? codeInText(maskMobile(sent.cellphone)) : '';
  return (
    <GuestPanel
      heading={t(sent ? 'set.heading' : 'ask.heading')}
      subtitle={sent ? t(sent.sentAt > 0 ? 'set.subtitle' : 'set.subtitleOfCode', { phone }) : t('ask.subtitle')}
    >
      {sent ? (
        // Another code starts over; the page has what was typed.
        <SetPassword key={sent.sentAt} state={state} sent={sent} />
      ) : (
        <AskForCode state={state} />
      )}
    </GuestPanel>
  );
}
