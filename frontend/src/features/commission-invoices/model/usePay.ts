import { useEffect, useEffectEvent, useState } from 'react';
import { onReturn, payAt } from '../../../entities/payment/gateway';
import { makeWrite } from '../../../entities/write/attempt';
import { toastError } from '../../../shared/api/useMutationToast';
import { usePayInvoiceMutation } from '../api/pay';

interface Pay {
  /** From the press until the browser has left for the gateway. */
  readonly busy: boolean;
  readonly pay: () => Promise<void>;
}

/**
 * Pays an invoice at the gateway. A lost reply is requested again with the same key, and the server has at most one open
 * payment per invoice, so a second press, or one after Back from the gateway, leads to the same one. `reload` is called
 * when the invoice has changed.
 */
export function usePay(invoiceId: string, reload: () => unknown): Pay {
  const [busy, setBusy] = useState(false);
  const [send] = usePayInvoiceMutation();
  const [write] = useState(() =>
    makeWrite(({ key, body }: { key: string; body: string }) => send({ key, invoiceId: body }).unwrap()),
  );

  const back = useEffectEvent(() => {
    setBusy(false);
    void reload();
  });
  useEffect(() => onReturn(() => back()), []);

  const pay = async (): Promise<void> => {
    setBusy(true);
    const reply = await write.send(invoiceId);
    // Stays busy: the page is being left.
    if (reply.kind === 'done' && reply.result.state === 'pending' && payAt(reply.result.redirectUrl)) return;
    setBusy(false);
    if (reply.kind !== 'done') toastError(reply.error, { fallback: 'server', options: { about: 'pay' } });
    // Paid already, not payable any more, or without a gateway: the page is out of date.
    if (reply.kind !== 'lost') reload();
  };
  return { busy, pay };
}
