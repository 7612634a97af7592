import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, space, type } from '../../../shared/theme/tokens';
import type { Action, HistoryChange, HistoryEvent } from '../api/map';

const tones: Partial<Record<Action, 'success' | 'danger' | 'warning'>> = {
  registered: 'success',
  reopened: 'warning',
  cancelled: 'danger',
  deleted: 'danger',
};

/** Who did what, when, newest first. */
export function EventList({ events }: { readonly events: readonly HistoryEvent[] }): ReactElement {
  const t = useText('orderHistory');
  return (
    <List aria-label={t('part.events')}>
      {events.map((event, index) => (
        // Nothing else tells two events of one minute apart, and the list is never reordered.
        <Item key={`${event.at} ${String(events.length - index)}`} data-tone={tones[event.action]}>
          <Top>
            <strong>{t(`action.${event.action}`)}</strong>
            <Moment>{event.at}</Moment>
          </Top>
          <By>{t('by', { who: event.by })}</By>
          {event.changes.length > 0 && (
            <Changes>
              {event.changes.map((change) => (
                <ChangeRow key={change.what === 'line' ? change.typeId : change.what} change={change} />
              ))}
            </Changes>
          )}
        </Item>
      ))}
    </List>
  );
}

function ChangeRow({ change }: { readonly change: HistoryChange }): ReactElement {
  const t = useText('orderHistory');
  const count = (value: number | null): string => (value === null ? t('none') : formatNumber(value));
  switch (change.what) {
    case 'line': {
      const { name, from, to, price } = change;
      const counts = { name, from: count(from), to: count(to) };
      const key = from === null ? 'change.added' : to === null ? 'change.removed' : 'change.line';
      return (
        <li>
          {from !== to && <span>{t(key, counts)}</span>}
          {price && <span>{t('change.price', { name, from: count(price.from), to: count(price.to) })}</span>}
        </li>
      );
    }
    case 'note':
      return <li>{change.to === null ? t('change.noteGone') : t('change.note', { text: change.to })}</li>;
    case 'status': {
      const name = (status: typeof change.from): string => (status === null ? t('none') : t(`status.${status}`));
      return <li>{t('change.status', { from: name(change.from), to: name(change.to) })}</li>;
    }
    default:
      return <li>{t(`change.${change.what}`, { from: count(change.from), to: count(change.to) })}</li>;
  }
}

const List = styled.ol({ listStyle: 'none' });

// A line with a dot for each event.
const Item = styled.li({
  position: 'relative',
  paddingInlineStart: space(6),
  paddingBlockEnd: space(5),
  '&::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '5px',
    insetBlockStart: '8px',
    insetBlockEnd: '-8px',
    inlineSize: '2px',
    backgroundColor: colors.line,
  },
  '&:last-of-type::before': { display: 'none' },
  '&::after': {
    content: '""',
    position: 'absolute',
    insetInlineStart: 0,
    insetBlockStart: '6px',
    inlineSize: '12px',
    blockSize: '12px',
    borderRadius: '50%',
    border: `2px solid ${colors.raised}`,
    backgroundColor: colors.brand,
  },
  '&[data-tone="success"]::after': { backgroundColor: colors.success },
  '&[data-tone="warning"]::after': { backgroundColor: colors.warning },
  '&[data-tone="danger"]::after': { backgroundColor: colors.danger },
});

const Top = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: space(3),
  '& > strong': { ...type.label, fontWeight: 600 },
});

const Moment = styled.bdi({ ...type.caption, color: colors.muted });

const By = styled.p({ ...type.caption, color: colors.muted });

const Changes = styled.ul({
  ...type.label,
  fontWeight: 400,
  listStyle: 'none',
  marginBlockStart: space(1),
  '& > li': { overflowWrap: 'anywhere' },
  '& span': { display: 'block' },
});
