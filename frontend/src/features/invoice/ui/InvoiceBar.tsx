import styled from '@emotion/styled';
import { Pencil, Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Money } from '../../../shared/ui/Money';
import type { InvoiceDraft } from '../model/useInvoiceDraft';

interface InvoiceBarProps {
  readonly state: InvoiceDraft;
  /** The paper may be outdated, so it cannot be printed. */
  readonly stale: boolean;
  /** Opens the fields where the paper is too small for them. */
  readonly onEdit?: (() => void) | undefined;
  readonly onPrint: () => void;
}

/** The grand total, and the actions: edit, save, print. */
export function InvoiceBar({ state, stale, onEdit, onPrint }: InvoiceBarProps): ReactElement {
  const t = useText('invoice');
  const { dirty, wrong, sending, lost, sheet } = state;
  const reason = wrong.length > 0 ? t('quantityError') : undefined;
  const unsaved = dirty && !lost;
  return (
    <Bar>
      <Total>
        <span>{t('totals.grand')}</span>
        <Money amount={sheet.totals.grand} size="strong" />
      </Total>
      <Buttons>
        {unsaved && (
          <Button variant="ghost" disabled={sending} onClick={state.discard}>
            {t('edit.drop')}
          </Button>
        )}
        {onEdit && !sending && (
          <Button variant="secondary" icon={<Pencil size={18} />} onClick={onEdit}>
            {t('edit.open')}
          </Button>
        )}
        {unsaved && (
          <Button busy={sending} disabledReason={reason} onClick={() => void state.save()}>
            {t('edit.save')}
          </Button>
        )}
        <Button
          variant={unsaved ? 'secondary' : 'primary'}
          icon={<Printer size={18} />}
          disabled={sending || lost || stale}
          disabledReason={reason}
          onClick={onPrint}
        >
          {t('print')}
        </Button>
      </Buttons>
    </Bar>
  );
}

const Bar = styled.div({
  display: 'flex',
  flexDirection: 'column',
  gap: space(2),
  maxInlineSize: '210mm',
  marginInline: 'auto',
  [media.tabletUp]: { flexDirection: 'row', alignItems: 'center', justifyContent: 'space-between', gap: space(4) },
});

const Total = styled.p({
  ...type.body,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: space(3),
  '& > span': { color: colors.muted },
});

const Buttons = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space(2),
  '& > button': { flex: '1 0 auto', whiteSpace: 'nowrap' },
  [media.tabletUp]: { '& > button': { flex: 'none' } },
});
