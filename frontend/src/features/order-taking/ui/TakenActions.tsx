import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useOnline } from '../../../shared/hooks/useOnline';
import { useStore } from '../../../shared/hooks/useStore';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Money } from '../../../shared/ui/Money';
import { Notice } from '../../../shared/ui/Notice';
import { missingOf, shortOf } from '../model/draft';
import { useTakenQuote } from '../model/useTakenQuote';
import { Lacking } from './Lacking';
import type { TakenProps } from './TakenOrder';

interface TakenActionsProps extends Pick<TakenProps, 'customerId' | 'taking' | 'placing' | 'minimums'> {
  /** The store takes no orders. */
  readonly storeOff: boolean;
}

/** Placing the order, and saving it in the same breath. */
export function TakenActions({ customerId, taking, placing, minimums, storeOff }: TakenActionsProps): ReactElement {
  const t = useText('taking');
  const { lines, sending } = useStore(taking);
  const { busy } = useStore(placing);
  const online = useOnline();
  const { quote, fresh } = useTakenQuote(customerId, lines);
  if (sending && !busy) {
    return (
      <Notice
        tone="danger"
        lines={[t('lost.text')]}
        action={
          <Button
            size="sm"
            disabledReason={online ? undefined : t('refusal.offline')}
            onClick={() => void placing.resume()}
          >
            {t('lost.retry')}
          </Button>
        }
      />
    );
  }
  const missing = minimums && missingOf(lines, minimums);
  const short = shortOf(lines).length;
  const refusal = storeOff
    ? t('refusal.closed')
    : lines.length === 0
      ? t('empty')
      : !online
        ? t('refusal.offline')
        : missing && (missing.amount > 0 || missing.packages > 0)
          ? t('refusal.minimum')
          : undefined;
  const shortage = short > 0 ? t('refusal.short', { count: short, number: formatNumber(short) }) : undefined;
  return (
    <Frame>
      {missing && lines.length > 0 && <Lacking missing={missing} />}
      {lines.length > 0 && (
        <Grand aria-busy={!fresh}>
          <span>{t('totals.grand')}</span>
          <Money amount={quote?.totals.grand} size="amount" />
        </Grand>
      )}
      <Button
        busy={busy && sending?.save === true}
        disabled={busy}
        disabledReason={refusal ?? shortage}
        onClick={() => void placing.place(true)}
      >
        {t('placeAndSave')}
      </Button>
      <Button
        variant="secondary"
        busy={busy && sending?.save === false}
        disabled={busy}
        disabledReason={refusal}
        onClick={() => void placing.place(false)}
      >
        {t('place')}
      </Button>
    </Frame>
  );
}

const Frame = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space(2),
  inlineSize: '100%',
  '& > button': { flex: 1, paddingInline: space(2) },
});

const Grand = styled.p({
  ...type.label,
  flexBasis: '100%',
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space(3),
  '& > span': { color: colors.muted },
  '&[aria-busy="true"] > bdi': { color: colors.muted },
});
