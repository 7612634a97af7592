import styled from '@emotion/styled';
import { type ReactElement, useId } from 'react';
import { readToken } from '../../../entities/session/cookie';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { Code } from '../../../shared/ui/Code';
import { Inline } from '../../../shared/ui/Layout';
import type { Activity, ActivityChange } from '../api/map';
import { MomentText } from './SessionCard';

/** Changes that are visible before the card is opened. */
const FEW = 3;
/** So many letters of a handle are enough to tell sessions apart. */
const LETTERS = 6;

interface ActivityCardProps {
  readonly activity: Activity;
  readonly isOpen: boolean;
  readonly onToggle: (id: string) => void;
  readonly onHistory: (orderId: string) => void;
}

/** What somebody did: to what, when, from which session, and what changed. */
export function ActivityCard({ activity, isOpen, onToggle, onHistory }: ActivityCardProps): ReactElement {
  const t = useText('account');
  const titleId = useId();
  const changesId = useId();
  const { id, at, by, session, what, title, isOrder, orderId, changes } = activity;
  const long = changes.length > FEW;
  const visible = isOpen ? changes : changes.slice(0, FEW);
  return (
    <Column as="article" aria-labelledby={titleId}>
      <div>
        <Title id={titleId}>{what}</Title>
        {title !== '' && <Subject>{isOrder ? <Code>{title}</Code> : localDigits(title)}</Subject>}
      </div>
      <Facts>
        <MomentText moment={at} />
        <span>{t('activity.by', { who: by })}</span>
        <SessionText handle={session} />
      </Facts>
      {changes.length > 0 && (
        <Changes id={changesId}>
          {visible.map((change) => (
            <ChangeRow key={change.field} change={change} />
          ))}
        </Changes>
      )}
      {(long || orderId !== null) && (
        <Foot>
          {long && (
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={isOpen}
              aria-controls={changesId}
              aria-describedby={titleId}
              onClick={() => onToggle(id)}
            >
              {t(isOpen ? 'activity.less' : 'activity.more')}
            </Button>
          )}
          {orderId !== null && (
            <Button variant="ghost" size="sm" aria-describedby={titleId} onClick={() => onHistory(orderId)}>
              {t('activity.history')}
            </Button>
          )}
        </Foot>
      )}
    </Column>
  );
}

function SessionText({ handle }: { readonly handle: string | null }): ReactElement {
  const t = useText('account');
  if (handle === null) return <span>{t('activity.noSession')}</span>;
  if (handle === readToken()) return <Badge tone="success">{t('activity.thisSession')}</Badge>;
  return (
    <span>
      {t('activity.session')} <Code latin>{handle.slice(0, LETTERS)}</Code>
    </span>
  );
}

const PERCENT = /^\d+(?:\.\d+)?(?=%$)/;
const LATIN_CODE = /^(?=.*[a-z])[ -~]+$/i;

/** Isolated, so that the value's direction does not turn the arrow. A code with Latin letters keeps its digits. */
function valueText(value: number | string): string {
  if (typeof value === 'number') return formatNumber(value);
  if (LATIN_CODE.test(value)) return `\u2066${value}\u2069`;
  const [percent] = PERCENT.exec(value) ?? [];
  return `\u2068${percent ? formatPercent(Number(percent)) : localDigits(value)}\u2069`;
}

function ChangeRow({ change: { name, from, to } }: { readonly change: ActivityChange }): ReactElement {
  const t = useText('account');
  const called = localDigits(name);
  if (to === null)
    return <li>{from === null ? called : t('activity.change.removed', { name: called, from: valueText(from) })}</li>;
  if (from === null) return <li>{t('activity.change.set', { name: called, to: valueText(to) })}</li>;
  return <li>{t('activity.change.moved', { name: called, from: valueText(from), to: valueText(to) })}</li>;
}

const Column = styled(Card)({ display: 'flex', flexDirection: 'column', gap: space(2), overflowWrap: 'anywhere' });

const Title = styled.h2(type.heading);

const Subject = styled.p({ ...type.label, color: colors.muted });

const Facts = styled.p({
  ...type.caption,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space(3),
  color: colors.muted,
  '& > *': { minInlineSize: 0 },
});

const Changes = styled.ul({ ...type.label, fontWeight: 400, listStyle: 'none' });

// Aligns the button's text, not its hit area, with the text of the card.
const Foot = styled(Inline)({
  flexWrap: 'wrap',
  marginBlockStart: 'auto',
  marginInlineStart: `calc(-1 * ${space(3)})`,
});
