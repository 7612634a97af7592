import styled from '@emotion/styled';
import { type ReactElement, useId, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { localMoment } from '../../../shared/lib/punctuation';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Inline, Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import { MoreButton } from '../../../shared/ui/MoreButton';
import type { CommissionInvoice, InvoiceLine } from '../model/types';
import { LineOrders } from './LineOrders';
import { Commission } from './useFacts';
import { useLineTexts } from './useLineTexts';

interface LinesProps {
  readonly invoice: CommissionInvoice;
  readonly onOrder: (orderId: string) => void;
}

/** The lines of the invoice's amount; one at a time can be opened to see its orders. */
export function Lines({ invoice, onOrder }: LinesProps): ReactElement {
  const t = useText('commissionInvoices');
  const titleId = useId();
  const [openLine, setOpen] = useState<string | null>(null);
  return (
    <section aria-labelledby={titleId}>
      <Stack gap={3}>
        <div>
          <Title id={titleId}>{t('explained')}</Title>
          {invoice.watermark !== '' && <Quiet>{t('watermark', { moment: localMoment(invoice.watermark) })}</Quiet>}
        </div>
        {invoice.lines.length === 0 && <Quiet>{t('noLines')}</Quiet>}
        {invoice.lines.map((line) => (
          <Line
            key={line.id}
            invoiceId={invoice.id}
            line={line}
            isOpen={openLine === line.id}
            onToggle={() => setOpen(openLine === line.id ? null : line.id)}
            onOrder={onOrder}
          />
        ))}
      </Stack>
    </section>
  );
}

interface LineProps {
  readonly invoiceId: string;
  readonly line: InvoiceLine;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onOrder: (orderId: string) => void;
}

function Line({ invoiceId, line, isOpen, onToggle, onOrder }: LineProps): ReactElement {
  const t = useText('commissionInvoices');
  const { title, formula } = useLineTexts()(line);
  const ordersId = useId();
  const made = line.kind !== 'credit';
  return (
    <Card as="article" aria-label={title}>
      <Stack gap={3}>
        <Inline justify="space-between" wrap>
          <h3>{title}</h3>
          <Money amount={line.amount} size="strong" />
        </Inline>
        <Formula>{formula}</Formula>
        {made && (
          <>
            <DefinitionGrid
              items={[
                { label: t('fields.commission'), value: Commission(line) },
                { label: t('fields.orders'), value: <bdi>{formatNumber(line.orders)}</bdi> },
                { label: t('fields.sales'), value: <Money amount={line.sales} />, wide: true },
              ]}
            />
            <MoreButton isOpen={isOpen} controls={ordersId} onToggle={onToggle}>
              {t(isOpen ? 'hideOrders' : 'showOrders')}
            </MoreButton>
            {isOpen && (
              <div id={ordersId}>
                <LineOrders invoiceId={invoiceId} line={line} label={t('ordersOf', { title })} onOrder={onOrder} />
              </div>
            )}
          </>
        )}
      </Stack>
    </Card>
  );
}

const Title = styled.h2(type.heading);
const Quiet = styled.p({ ...type.caption, color: colors.muted });

const Formula = styled.p({
  ...type.label,
  padding: space(3),
  borderRadius: radius.button,
  backgroundColor: colors.sunken,
  overflowWrap: 'anywhere',
});
