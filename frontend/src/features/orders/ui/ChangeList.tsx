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
  /** Whether somebody else has changed something, and whether the user has: a column that says nothing is left out. */
  readonly theirs: boolean;
  readonly mine: boolean;
}

/** What was, what somebody else made of it, and what the user wants. */
export function ChangeList({ changes, theirs, mine }: ChangeListProps): ReactElement {
  const t = useText('order');
  const { status, shipping, sellerNote, customerNote } = changes;
  return (
    <List>
      {status && (
        <Change name={t('diff.status')}>
          <Value label={t('diff.before')}>{t(`status.${status.before}`)}</Value>
          <Value label={t('diff.theirs')}>{t(`status.${status.theirs}`)}</Value>
        </Change>
      )}
      {changes.lines.map((line) => (
        <Line key={line.typeId} line={line} theirs={theirs} mine={mine} />
      ))}
      {shipping && (
        <Change name={t('summary.shipping')}>
          <Value label={t('diff.before')}>
            <Money amount={shipping.before} />
          </Value>
          <Value label={t('diff.theirs')}>
            <Money amount={shipping.theirs} />
          </Value>
        </Change>
      )}
      {sellerNote && <Note name={t('note.seller')} note={sellerNote} />}
      {customerNote && <Note name={t('note.customer')} note={customerNote} />}
    </List>
  );
}

interface LineProps {
  readonly line: LineChange;
  readonly theirs: boolean;
  readonly mine: boolean;
}

function Line({ line, theirs, mine }: LineProps): ReactElement {
  const t = useText('order');
  const count = (quantity: number): string => (quantity === 0 ? t('diff.none') : formatNumber(quantity));
  return (
    <Change name={line.name} collides={collides(line)}>
      <Value label={t('diff.before')}>{count(line.before)}</Value>
      {theirs && (
        <Value label={t('diff.theirs')} changed={line.theirs !== line.before}>
          {count(line.theirs)}
        </Value>
      )}
      {mine && (
        <Value label={t('diff.mine')} changed={line.mine !== line.before}>
          {line.mine === line.before ? t('diff.same') : count(line.mine)}
        </Value>
      )}
      {line.price && (
        <>
          <Value label={t('diff.priceBefore')}>
            <Money amount={line.price.before} />
          </Value>
          <Value label={t('diff.priceNow')} changed>
            <Money amount={line.price.theirs} />
          </Value>
        </>
      )}
    </Change>
  );
}

function Note({
  name,
  note: { before, theirs, mine },
}: {
  readonly name: string;
  readonly note: TextChange;
}): ReactElement {
  const t = useText('order');
  const words = (text: string): string => (text === '' ? t('diff.noText') : text);
  return (
    <Change name={name} stacked collides={before !== theirs && mine !== null && mine !== theirs}>
      <Value label={t('diff.before')}>{words(before)}</Value>
      {before !== theirs && (
        <Value label={t('diff.theirs')} changed>
          {words(theirs)}
        </Value>
      )}
      {mine !== null && (
        <Value label={t('diff.mine')} changed>
          {words(mine)}
        </Value>
      )}
    </Change>
  );
}

interface ChangeProps {
  readonly name: string;
  readonly collides?: boolean;
  /** Texts: one under the other. */
  readonly stacked?: boolean;
  readonly children: ReactNode;
}

function Change({ name, collides: both = false, stacked = false, children }: ChangeProps): ReactElement {
  const t = useText('order');
  return (
    <Item data-collides={both || undefined}>
      <Name>
        <strong>{name}</strong>
        {both && <small>{t('diff.both')}</small>}
      </Name>
      <Values data-stacked={stacked || undefined}>{children}</Values>
    </Item>
  );
}

interface ValueProps {
  readonly label: string;
  readonly changed?: boolean;
  readonly children: ReactNode;
}

function Value({ label, changed = false, children }: ValueProps): ReactElement {
  return (
    <Cell data-changed={changed || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </Cell>
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
