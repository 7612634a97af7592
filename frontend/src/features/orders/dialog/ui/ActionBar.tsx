import styled from '@emotion/styled';
import { Ban, Check, History, Printer, Save, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../../shared/i18n/useText';
import { formatNumber } from '../../../../shared/lib/format';
import { SEPARATOR } from '../../../../shared/lib/punctuation';
import { media } from '../../../../shared/theme/media';
import { colors, layer, space, type } from '../../../../shared/theme/tokens';
import { ActionMenu, type ActionMenuItem } from '../../../../shared/ui/ActionMenu';
import { Button } from '../../../../shared/ui/Button';
import { Money } from '../../../../shared/ui/Money';
import type { FullOrder } from '../api/types';
import type { OrderActions } from '../model/useActions';
import type { OrderDraft } from '../model/useDraft';

interface ActionBarProps {
  /** As the server has it. */
  readonly order: FullOrder;
  /** What it comes to, tomans. */
  readonly grand: number;
  /** That is before the changes: only the server can tell what they come to. */
  readonly waiting: boolean;
  readonly edit: OrderDraft;
  readonly onAsk: OrderActions['ask'];
  readonly onHistory: () => void;
  readonly onSubmitted: () => void;
}

/** The total, and beside it what to do: send the changes when there are some, else everything else. */
export function ActionBar({
  order,
  grand,
  waiting,
  edit,
  onAsk,
  onHistory,
  onSubmitted,
}: ActionBarProps): ReactElement {
  const t = useText('order');
  const dirty = edit.count > 0 || edit.lost;
  const reason =
    edit.theirs.length > 0
      ? t('submit.seeFirst')
      : edit.missing.size > 0
        ? t('submit.fillFirst')
        : order.status === 'cancelled'
          ? t('submit.cancelled')
          : undefined;
  const items: ActionMenuItem[] = [];
  if (order.status === 'open') {
    items.push({
      id: 'save',
      label: t('menu.save'),
      icon: <Save />,
      // Saving sends the changes first.
      disabledReason: reason,
      onAction: () => onAsk({ what: 'save' }),
    });
  }
  items.push(
    {
      id: 'print',
      label: t('menu.print'),
      icon: <Printer />,
      onAction: () => onAsk({ what: 'print' }),
    },
    { id: 'history', label: t('menu.history'), icon: <History />, onAction: onHistory },
  );
  if (order.status !== 'cancelled') {
    items.push({
      id: 'cancel',
      label: t('menu.cancel'),
      icon: <Ban />,
      tone: 'danger',
      onAction: () => onAsk({ what: 'cancel' }),
    });
  }
  items.push({
    id: 'delete',
    label: t(order.status === 'registered' ? 'menu.deleteLater' : 'menu.delete'),
    icon: <Trash2 />,
    tone: 'danger',
    disabled: order.status === 'registered',
    onAction: () => onAsk({ what: 'delete' }),
  });
  const submit = async (): Promise<void> => {
    if ((await edit.submit()) !== null) onSubmitted();
  };
  return (
    <Bar role="region" aria-label={t('dialog.bar')}>
      <Total>
        <span>
          {dirty ? t('submit.count', { count: edit.count, number: formatNumber(edit.count) }) : t('summary.grand')}
          {waiting && `${SEPARATOR}${t('totals.waiting')}`}
        </span>
        <Money amount={grand} size="amount" />
      </Total>
      {dirty && !edit.lost && (
        <Buttons>
          <Button variant="ghost" disabled={edit.sending} onClick={edit.discard}>
            {t('submit.discard')}
          </Button>
          <Button
            icon={<Check />}
            busy={edit.sending}
            disabledReason={edit.sending ? undefined : reason}
            onClick={() => void submit()}
          >
            {t('submit.send')}
          </Button>
        </Buttons>
      )}
      {!edit.lost && <ActionMenu label={t('menu.label')} trigger={dirty ? 'icon' : 'button'} items={items} />}
    </Bar>
  );
}

// Sticks to the lower edge of the dialog's paper, over its padding.
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
