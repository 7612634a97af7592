import styled from '@emotion/styled';
import { ShoppingBasket, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { lineTotal } from '../../../entities/order/order.math';
import { fullName } from '../../../entities/product/fullName';
import { errorLines } from '../../../shared/api/errorLines';
import { useStore } from '../../../shared/hooks/useStore';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { IconButton } from '../../../shared/ui/IconButton';
import { Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import { Notice } from '../../../shared/ui/Notice';
import { ProgressLine } from '../../../shared/ui/ProgressLine';
import { Stepper } from '../../../shared/ui/Stepper';
import { TextArea } from '../../../shared/ui/TextArea';
import type { Quote } from '../api/map';
import type { Minimums } from '../model/draft';
import type { Placing } from '../model/placing';
import type { TakenLine } from '../model/schema';
import type { Taking } from '../model/takenStore';
import { useTakenQuote } from '../model/useTakenQuote';
import type { TakingActions } from '../model/useTaking';

export interface TakenProps {
  readonly customerId: string;
  readonly taking: Taking;
  readonly placing: Placing;
  readonly actions: TakingActions;
  /** Undefined until they are known. */
  readonly minimums: Minimums | undefined;
}

const NOTE_MAX = 300;

/** The order as it will be placed: its lines, what it comes to, and what would keep it from being placed or saved. */
export function TakenOrder({ customerId, taking, placing, actions }: TakenProps): ReactElement {
  const t = useText('taking');
  const { lines, note, sending } = useStore(taking);
  const { error } = useStore(placing);
  const { quote, quoteError, fresh } = useTakenQuote(customerId, lines);
  if (lines.length === 0) return <EmptyState text={t('empty')} icon={<ShoppingBasket />} />;
  const problems = { ...(fresh ? quote?.short : undefined), ...(sending ? undefined : error?.fields) };
  const refused = sending === null ? (error ?? quoteError) : null;
  const general = refused && (refused.fields === undefined ? errorLines(refused, 'server') : []);
  return (
    <Stack gap={4}>
      {general !== null && general.length > 0 && <Notice tone="danger" lines={general} />}
      <Lines aria-label={t('lines')}>
        {lines.map((line) => (
          <Line
            key={line.typeId}
            line={line}
            problem={problems[line.typeId] ?? quoteError?.fields?.[line.typeId]}
            frozen={sending !== null}
            onQuantity={actions.setQuantity}
          />
        ))}
      </Lines>
      <TextArea
        label={t('note')}
        rows={2}
        maxLength={NOTE_MAX}
        value={note}
        error={sending === null ? error?.fields?.['sellerToz'] : undefined}
        disabled={sending !== null}
        onValueChange={actions.setNote}
      />
      <Totals quote={quote} stale={!fresh} />
    </Stack>
  );
}

interface LineProps {
  readonly line: TakenLine;
  /** What the server says of it. */
  readonly problem: string | undefined;
  readonly frozen: boolean;
  readonly onQuantity: TakingActions['setQuantity'];
}

function Line({ line, problem, frozen, onQuantity }: LineProps): ReactElement {
  const t = useText('taking');
  const name = fullName(line.productName, line.typeName);
  const some = line.stock > 0;
  return (
    <LineFrame aria-label={name}>
      <Texts>
        <LineName>{name}</LineName>
        <Money amount={lineTotal(line)} />
      </Texts>
      <Stepper label={name} value={line.quantity} disabled={frozen} onChange={(next) => onQuantity(line, next)} />
      <IconButton
        label={t('remove', { name })}
        icon={<Trash2 size={18} />}
        disabled={frozen}
        onClick={() => onQuantity(line, 0)}
      />
      {(problem !== undefined || line.quantity > line.stock) && (
        <Problem role="note">
          <span>{problem ?? t('short', { number: formatNumber(Math.max(0, line.stock)) })}</span>
          {!frozen && line.quantity > line.stock && (
            <Button size="sm" variant="ghost" onClick={() => onQuantity(line, Math.max(0, line.stock))}>
              {some ? t('asMuch', { number: formatNumber(line.stock) }) : t('leaveOut')}
            </Button>
          )}
        </Problem>
      )}
    </LineFrame>
  );
}

/** What the server says that it comes to. `stale`: it is being asked again. */
function Totals({ quote, stale }: { readonly quote: Quote | undefined; readonly stale: boolean }): ReactElement {
  const t = useText('taking');
  const totals = quote?.totals;
  const rows = [
    { label: t('totals.purchase'), amount: totals && totals.purchase + totals.discount },
    ...(totals && totals.discount > 0 ? [{ label: t('totals.discount'), amount: -totals.discount }] : []),
    { label: t('totals.tax'), amount: totals?.tax },
    { label: t('totals.shipping'), amount: totals?.shipping },
  ];
  return (
    <Sums aria-busy={stale}>
      <ProgressLine active={stale} />
      {rows.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money amount={amount} />
          </dd>
        </div>
      ))}
      {totals && totals.profit > 0 && (
        <div>
          <dt>{t('totals.profit')}</dt>
          <dd>
            <Money amount={totals.profit} />
          </dd>
        </div>
      )}
    </Sums>
  );
}

const Lines = styled.ul({ display: 'flex', flexDirection: 'column' });

const LineFrame = styled.li({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  alignItems: 'center',
  columnGap: space(1),
  paddingBlock: space(2),
  '&:not(:first-of-type)': { borderBlockStart: `1px solid ${colors.line}` },
  // The icon, and not its larger hit area, stands on the edge.
  '& > button': { marginInlineEnd: `calc(-1 * ${space(3)})`, color: colors.muted },
});

const Texts = styled.div({ ...type.label, minInlineSize: 0, color: colors.muted });

const LineName = styled.strong({ display: 'block', fontWeight: 600, color: colors.text, overflowWrap: 'anywhere' });

const Problem = styled.div({
  ...type.caption,
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: space(2),
  marginBlockStart: space(2),
  paddingInline: space(3),
  paddingBlock: space(1),
  borderRadius: radius.field,
  color: colors.warningText,
  backgroundColor: colors.warningSoft,
});

const Sums = styled.dl({
  ...type.label,
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: space(1),
  paddingBlockStart: space(3),
  borderBlockStart: `1px solid ${colors.line}`,
  '& > div': { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: space(3) },
  '& dt': { color: colors.muted },
  '&[aria-busy="true"] dd': { color: colors.muted },
});
