import styled from '@emotion/styled';
import { Check, CreditCard, RotateCw } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useOnline } from '../../../shared/hooks/useOnline';
import { useText } from '../../../shared/i18n/useText';
import { colors, space, type } from '../../../shared/theme/tokens';
import { AccordionItem } from '../../../shared/ui/Accordion';
import { Badge } from '../../../shared/ui/Badge';
import { Button } from '../../../shared/ui/Button';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Inline, PageBody, Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import { Notice } from '../../../shared/ui/Notice';
import { StickyBar } from '../../../shared/ui/StickyBar';
import type { CommissionInvoice } from '../model/types';
import { Lines } from './Lines';
import { statusTones } from './tones';
import { useFacts } from './useFacts';

interface OpenInvoiceProps {
  readonly invoice: CommissionInvoice;
  /** Why it could not be refreshed, line by line. */
  readonly problem: readonly string[] | null;
  /** A payment whose result the bank has not reported yet. */
  readonly awaited: ReactNode;
  /** The browser is leaving for the gateway. */
  readonly busy: boolean;
  readonly onPay: () => void;
  readonly onRetry: () => void;
  readonly onOrder: (orderId: string) => void;
}

/** The invoice with its fields, the lines that explain its amount, and its payment. */
export function OpenInvoice(props: OpenInvoiceProps): ReactElement {
  const { invoice, problem, awaited, busy, onPay, onRetry, onOrder } = props;
  const t = useText('commissionInvoices');
  const facts = useFacts(invoice);
  const [resultOpen, setOpen] = useState(true);
  return (
    <>
      <PageBody data-width="form">
        <Stack>
          {problem && (
            <Notice
              tone="warning"
              action={
                <Button variant="ghost" size="sm" icon={<RotateCw size={18} />} onClick={onRetry}>
                  {t('retry')}
                </Button>
              }
            >
              {problem.join(' ')}
            </Notice>
          )}
          {awaited}
          {invoice.status === 'void' && <Notice>{t('void')}</Notice>}
          <Status justify="space-between" wrap>
            <span>{t('fields.status')}</span>
            <Badge tone={statusTones[invoice.status]}>{invoice.statusText}</Badge>
          </Status>
          <AccordionItem
            id="invoice-facts"
            isOpen={resultOpen}
            onToggle={() => setOpen(!resultOpen)}
            title={t('facts')}
          >
            <DefinitionGrid items={facts} />
          </AccordionItem>
          <Lines invoice={invoice} onOrder={onOrder} />
        </Stack>
      </PageBody>
      <StickyBar label={t('fields.total')} width="form">
        <Total>
          <span>{t('fields.total')}</span>
          <Money amount={invoice.total} size="amount" />
        </Total>
        <PayButton invoice={invoice} busy={busy} onPay={onPay} />
      </StickyBar>
    </>
  );
}

type PayButtonProps = Pick<OpenInvoiceProps, 'invoice' | 'busy' | 'onPay'>;

function PayButton({ invoice, busy, onPay }: PayButtonProps): ReactElement | null {
  const t = useText('commissionInvoices');
  const online = useOnline();
  if (invoice.isPaid) {
    return (
      <Button variant="secondary" disabled icon={<Check size={18} />}>
        {t('paid')}
      </Button>
    );
  }
  if (invoice.status !== 'payable') return null;
  return (
    <Button
      busy={busy}
      disabledReason={online ? undefined : t('offline')}
      icon={<CreditCard size={18} />}
      onClick={onPay}
    >
      {t('pay')}
    </Button>
  );
}

const Status = styled(Inline)({ ...type.label, '& > span:first-of-type': { color: colors.muted } });

const Total = styled.p({
  ...type.caption,
  flex: 1,
  minInlineSize: 0,
  display: 'flex',
  flexDirection: 'column',
  paddingInlineEnd: space(2),
  color: colors.muted,
  '& > bdi': { color: colors.text },
});
