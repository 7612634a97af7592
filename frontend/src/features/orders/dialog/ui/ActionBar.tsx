import styled from '@emotion/styled';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import type { FullOrder } from '../../../../entities/order/sheet';
import { useText } from '../../../../shared/i18n/useText';
import { formatNumber } from '../../../../shared/lib/format';
import { SEPARATOR } from '../../../../shared/lib/punctuation';
import { media } from '../../../../shared/theme/media';
import { colors, layer, space, type } from '../../../../shared/theme/tokens';
import { Button } from '../../../../shared/ui/Button';
import { Money } from '../../../../shared/ui/Money';
import type { DialogDraft } from '../../model/dialogDraft';
import type { OrderActions } from '../../model/useOrderActions';
import { OrderMenu } from '../../ui/OrderMenu';

interface ActionBarProps {
  /** As the server has it. */
  readonly order: FullOrder;
  /** Nothing is left in it. */
  readonly empty: boolean;
  /** The grand total, tomans. */
  readonly grand: number;
  /** It is the total before the changes, because only the server can calculate the new one. */
  readonly waiting: boolean;
  readonly draft: DialogDraft;
  readonly onAsk: OrderActions['ask'];
  readonly onHistory: () => void;
  readonly onSubmitted: () => void;
}

/** The total, the buttons for unsent changes, and the menu. */
export function ActionBar(props: ActionBarProps): ReactElement {
  const { order, empty, grand, waiting, draft, onAsk, onHistory, onSubmitted } = props;
  const { count, lost, sending } = draft;
  const t = useText('order');
  const dirty = count > 0 || lost;
  const reason = whyNotSent(draft, order);
  const noSubmit = reason && t(`submit.${reason}`);
  const submit = async (): Promise<void> => {
    if (await draft.submit()) onSubmitted();
  };
  return (
    <Bar role="region" aria-label={t('dialog.bar')}>
      <Total>
        <span>
          {dirty ? t('submit.count', { count, number: formatNumber(count) }) : t('summary.grand')}
          {waiting && `${SEPARATOR}${t('totals.waiting')}`}
        </span>
        <Money amount={grand} size="amount" />
      </Total>
      {dirty && !lost && (
        <Buttons>
          <Button variant="ghost" disabled={sending} onClick={draft.discard}>
            {t('submit.discard')}
          </Button>
          <Button
            icon={<Check />}
            busy={sending}
            disabledReason={sending ? undefined : noSubmit}
            onClick={() => void submit()}
          >
            {t('submit.send')}
          </Button>
        </Buttons>
      )}
      {!lost && (
        <OrderMenu
          order={order}
          within="dialog"
          trigger={dirty ? 'icon' : 'button'}
          noSaving={noSubmit ?? (empty ? t('menu.nothingToSave') : undefined)}
          onAsk={onAsk}
          onHistory={onHistory}
        />
      )}
    </Bar>
  );
}

/** Why the changes cannot be sent as they are. */
function whyNotSent({ theirs, missing }: DialogDraft, { status }: FullOrder) {
  if (theirs) return 'seeFirst';
  if (missing.size > 0) return 'fillFirst';
  return status === 'cancelled' ? 'cancelled' : undefined;
}

// Sticks to the lower edge of the dialog, over its padding.
const Bar = styled.div({
  position: 'sticky',
  insetBlockEnd: `calc(-1 * ${space(5)})`,
  zIndex: layer.bar,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(3),
  marginBlockStart: 'auto',
  marginInline: `calc(-1 * ${space(5)})`,
  marginBlockEnd: `calc(-1 * ${space(5)})`,
  paddingInline: space(5),
  paddingBlock: `${space(3)} calc(${space(3)} + env(safe-area-inset-bottom))`,
  backgroundColor: colors.raised,
  borderBlockStart: `1px solid ${colors.line}`,
  [media.short]: { position: 'static' },
});

const Total = styled.div({
  display: 'flex',
  flexDirection: 'column',
  marginInlineEnd: 'auto',
  '& > span:first-of-type': { ...type.caption, color: colors.muted },
});

const Buttons = styled.div({ display: 'flex', gap: space(2), flexWrap: 'wrap' });
