import { type ReactElement, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { useLogOut } from '../useLogOut';

const ConfirmDialog = lazyLayer(async () => (await import('../../../shared/ui/ConfirmDialog')).ConfirmDialog);

interface LogOutProps {
  readonly button: (label: string, onClick: () => void) => ReactElement;
}

/** A button that ends the session, after a question. */
export function LogOut({ button }: LogOutProps): ReactElement {
  const t = useText('common');
  const [asking, setAsking] = useState(false);
  const { logOut, busy } = useLogOut();
  return (
    <>
      {button(t('logOut'), () => setAsking(true))}
      {asking && (
        <ConfirmDialog
          isOpen
          title={t('logOut')}
          confirmLabel={t('logOutAsk.confirm')}
          tone="danger"
          busy={busy}
          onClose={() => setAsking(false)}
          onConfirm={() => void logOut()}
        >
          {t('logOutAsk.body')}
        </ConfirmDialog>
      )}
    </>
  );
}
