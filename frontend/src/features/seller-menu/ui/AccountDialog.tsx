import { type ReactElement, useEffect, useState } from 'react';
import { useLogOut } from '../../../entities/session/useLogOut';
import { CONFLICT } from '../../../shared/api/httpStatus';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { TextLink } from '../../../shared/ui/Link';
import { Notice } from '../../../shared/ui/Notice';
import { toast } from '../../../shared/ui/Toast';
import { TypeToConfirm } from '../../../shared/ui/TypeToConfirm';
import { useResetAccountMutation } from '../api/endpoints';
import { useDecision } from '../model/useDecision';

/** ms between the reset and the end of the session. */
const LOG_OUT_AFTER = 1_500;

/** Disconnects every customer and logs out; the user confirms by typing a word. */
export function AccountDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useText('business');
  const [reset, { isLoading }] = useResetAccountMutation();
  const { lines, send } = useDecision(reset);
  const [refused, setRefused] = useState(false);
  const [step, setStep] = useState<'asking' | 'leaving' | 'stayed'>('asking');
  const { logOut } = useLogOut();

  useEffect(() => {
    if (step !== 'leaving') return undefined;
    const timer = setTimeout(() => {
      // A successful log-out removes the page, and this dialog with it.
      void logOut().then(() => setStep('stayed'));
    }, LOG_OUT_AFTER);
    return () => clearTimeout(timer);
  }, [step, logOut]);

  const resetAll = async (): Promise<void> => {
    setRefused(false);
    const reply = await send(null);
    if (reply.kind === 'done') {
      toast.success(reply.result.message);
      setStep('leaving');
      return;
    }
    // Refused while an order is open.
    setRefused(reply.error.status === CONFLICT);
  };
  return (
    <TypeToConfirm
      isOpen
      onClose={onClose}
      onConfirm={() => (step === 'asking' ? void resetAll() : setStep('leaving'))}
      title={t('account.title')}
      phrase={t('account.phrase')}
      confirmLabel={t(step === 'stayed' ? 'account.logOut' : 'account.confirm')}
      busy={isLoading || step === 'leaving'}
    >
      <p>{t('account.body')}</p>
      {step === 'leaving' && <Notice tone="success">{t('account.leaving')}</Notice>}
      {step === 'stayed' && <Notice tone="danger">{t('account.notLeft')}</Notice>}
      {lines.length > 0 && (
        <Notice tone="danger" lines={lines}>
          {refused && (
            <TextLink to={`${paths.customers.href()}?status=unprocessed`}>{t('account.openOrders')}</TextLink>
          )}
        </Notice>
      )}
    </TypeToConfirm>
  );
}
