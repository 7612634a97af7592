import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import type { Comparison, LineChange, TextChange } from '../../../entities/order/order.changes';
import { collides } from '../../../entities/write/merge';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, radius, space, tabular, type } from '../../../shared/theme/tokens';
import { Money } from '../../../shared/ui/Money';

interface ChangeListProps {
  readonly changes: Comparison;
  /** Whether somebody else has changed something, and whether the user has: a column without changes is left out. */
  readonly theirs: boolean;
  readonly mine: boolean;
}

interface Row {
  /** Two lines can have the same name. */
  readonly key: string;
  readonly name: string;
  /** The values stand one below the other, because they are texts. */
  readonly stacked?: boolean;
  readonly collides?: boolean;
  readonly values: readonly (Value | false)[];
}

interface Value {
  readonly label: string;
  readonly value: ReactNode;
  readonly changed?: boolean;
}

/** The changes of an order: the old values, somebody else's, and the user's. */
export function ChangeList({ changes, theirs, mine }: ChangeListProps): ReactElement {
  const t = useText('order');
  const { status, lines, shipping, paperBill, sellerNote, customerNote } = changes;
  const count = (quantity: number): string => (quantity === 0 ? t('diff.none') : formatNumber(quantity));
  const money = (amount: number | null) => (amount === null ? t('totals.noPaperBill') : <Money amount={amount} />);
  const words = (text: string): string => (text === '' ? t('diff.noText') : text);
  const two = <T,>(name: string, change: { before: T; theirs: T } | null, format: (value: T) => ReactNode): Row[] => {
    if (change === null) return [];
    const before = { label: t('diff.before'), value: format(change.before) };
    return [{ key: name, name, values: [before, { label: t('diff.theirs'), value: format(change.theirs) }] }];
  };
  const line = (change: LineChange): Row => ({
    key: change.typeId,
    name: change.name,
    collides: collides(change),
    values: [
      { label: t('diff.before'), value: count(change.before) },
      theirs && { label: t('diff.theirs'), value: count(change.theirs), changed: change.theirs !== change.before },
      mine && {
        label: t('diff.mine'),
        value: change.mine === change.before ? t('diff.same') : count(change.mine),
        changed: change.mine !== change.before,
      },
      change.price !== null && { label: t('diff.priceBefore'), value: money(change.price.before) },
      change.price !== null && { label: t('diff.priceNow'), value: money(change.price.theirs), changed: true },
    ],
  });
  const note = (name: string, change: TextChange | null): Row[] => {
    if (change === null) return [];
    const elsewhere = change.before !== change.theirs;
    return [
      {
        key: name,
        name,
        stacked: true,
        collides: elsewhere && change.mine !== null && change.mine !== change.theirs,
        values: [
          { label: t('diff.before'), value: words(change.before) },
          elsewhere && { label: t('diff.theirs'), value: words(change.theirs), changed: true },
          change.mine !== null && { label: t('diff.mine'), value: words(change.mine), changed: true },
        ],
      },
    ];
  };
  const rows: readonly Row[] = [
    ...two(t('diff.status'), status, (of) => t(`status.${of}`)),
    ...lines.map(line),
    ...two(t('summary.shipping'), shipping, money),
    ...two(t('totals.paperBill'), paperBill, money),
    ...note(t('note.seller'), sellerNote),
    ...note(t('note.customer'), customerNote),
  ];
  return (
    <List>
      {rows.map((row) => (
        <Item key={row.key} data-collides={row.collides || undefined}>
          <Name>
            <strong>{row.name}</strong>
            {row.collides && <small>{t('diff.both')}</small>}
          </Name>
          <Values data-stacked={row.stacked || undefined}>
            {row.values.map(
              (cell) =>
                cell && (
                  <Cell key={cell.label} data-changed={cell.changed || undefined}>
                    <dt>{cell.label}</dt>
                    <dd>{cell.value}</dd>
                  </Cell>
                ),
            )}
          </Values>
        </Item>
      ))}
    </List>
  );
}

const List = styled.ul({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  flexDirection: 'column',
  gap: space(2),
});

const Item = styled.li({
  paddingInline: space(3),
  paddingBlock: space(2),
  borderRadius: radius.button,
  border: `1px solid ${colors.line}`,
  '&[data-collides]': { borderColor: colors.warningText, backgroundColor: colors.warningSoft },
});

const Name = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space(2),
  justifyContent: 'space-between',
  '& > strong': { ...type.label, fontWeight: 600, overflowWrap: 'anywhere' },
  '& > small': { ...type.caption, color: colors.warningText },
});

const Values = styled.dl({
  margin: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  columnGap: space(3),
  '&[data-stacked]': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: space(1), '& dd': { whiteSpace: 'pre-line' } },
});

const Cell = styled.div({
  minInlineSize: 0,
  '& > dt': { ...type.caption, color: colors.muted },
  '& > dd': { ...type.label, ...tabular, margin: 0, overflowWrap: 'anywhere' },
  '&[data-changed] > dd': { fontWeight: 700 },
});
