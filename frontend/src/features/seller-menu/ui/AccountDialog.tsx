import { type ReactElement, useEffect, useState } from 'react';
import { useLogOut } from '../../../entities/session/useLogOut';
import { makeWrite } from '../../../entities/write/attempt';
import { CONFLICT } from '../../../shared/api/httpStatus';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { TextLink } from '../../../shared/ui/Link';
import { Notice } from '../../../shared/ui/Notice';
import { toast } from '../../../shared/ui/Toast';
import { TypeToConfirm } from '../../../shared/ui/TypeToConfirm';
import { useResetAccountMutation } from '../api/endpoints';
import { failureLines } from '../model/failure';

/** ms between the reset and the end of the session. */
const LOG_OUT_AFTER = 1_500;

/** Disconnects every customer, once the word for it is typed, and logs out. */
export function AccountDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useText('business');
  const [reset, { isLoading }] = useResetAccountMutation();
  const [lines, setLines] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState(false);
  const [step, setStep] = useState<'asking' | 'leaving' | 'stayed'>('asking');
  const { logOut } = useLogOut();
  const [write] = useState(() => makeWrite((attempt: { key: string; body: null }) => reset(attempt).unwrap()));

  useEffect(() => {
    if (step !== 'leaving') return undefined;
    const timer = setTimeout(() => {
      // A log-out that has succeeded takes this dialog along with its page.
      void logOut().then(() => setStep('stayed'));
    }, LOG_OUT_AFTER);
    return () => clearTimeout(timer);
  }, [step, logOut]);

  const confirm = async (): Promise<void> => {
    setLines([]);
    setRefused(false);
    const reply = await write.send(null);
    if (reply.kind === 'done') {
      toast.success(reply.result.message);
      setStep('leaving');
      return;
    }
    setLines(failureLines(reply, t('lost')));
    // An order is open.
    setRefused(reply.error.status === CONFLICT);
  };
  return (
    <TypeToConfirm
      isOpen
      onClose={onClose}
      onConfirm={() => (step === 'asking' ? void confirm() : setStep('leaving'))}
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
