import styled from '@emotion/styled';
import { type ReactElement, useId, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { withUnit } from '../../../shared/lib/units';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { Inline, Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import { ToggleChip } from '../../../shared/ui/ToggleChip';
import type { Revision } from '../api/map';
import { pick } from '../model/compareRevisions';
import { Comparison } from './Comparison';

/** What was registered each time. Two of them can be compared. */
export function RevisionList({ revisions }: { readonly revisions: readonly Revision[] }): ReactElement {
  const t = useText('orderHistory');
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [later, earlier] = revisions.filter(({ number }) => picked.includes(number));
  const comparable = revisions.length > 1;
  return (
    <Stack gap={4}>
      {comparable && !earlier && <Hint>{t('compare.hint')}</Hint>}
      {later && earlier && <Comparison one={earlier} other={later} />}
      {revisions.map((revision) => (
        <RevisionCard
          key={revision.number}
          revision={revision}
          picked={picked.includes(revision.number)}
          onPick={comparable ? () => setPicked(pick(picked, revision.number)) : undefined}
        />
      ))}
    </Stack>
  );
}

interface RevisionCardProps {
  readonly revision: Revision;
  readonly picked: boolean;
  readonly onPick: (() => void) | undefined;
}

function RevisionCard({ revision, picked, onPick }: RevisionCardProps): ReactElement {
  const t = useText('orderHistory');
  const titleId = useId();
  const name = t('revision', { number: formatNumber(revision.number) });
  return (
    <Column as="article" aria-labelledby={titleId}>
      <Inline justify="space-between" gap={3}>
        <Title id={titleId}>{name}</Title>
        {onPick && (
          <ToggleChip selected={picked} onChange={onPick}>
            {t('compare.pick', { name })}
          </ToggleChip>
        )}
      </Inline>
      <Facts>
        <span>{t('by', { who: revision.by })}</span>
        <bdi>{revision.at}</bdi>
      </Facts>
      <Lines>
        {revision.lines.map((line) => (
          <li key={line.typeId}>
            <span>{line.name}</span>
            <Count>{withUnit(formatNumber(line.quantity), line.unitName)}</Count>
            <Sum>
              <Money amount={line.total} />
            </Sum>
          </li>
        ))}
      </Lines>
      <Total>
        <span>{t('total')}</span>
        <Money amount={revision.total} size="strong" />
      </Total>
    </Column>
  );
}

const Hint = styled.p({ ...type.label, color: colors.muted });

const Column = styled(Card)({ display: 'flex', flexDirection: 'column', gap: space(3) });

const Title = styled.h3(type.heading);

const Facts = styled.p({
  ...type.caption,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: space(3),
  color: colors.muted,
});

const Lines = styled.ul({
  listStyle: 'none',
  '& > li': {
    ...type.label,
    fontWeight: 400,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: space(3),
    paddingBlock: space(2),
    borderBlockEnd: `1px solid ${colors.line}`,
  },
  '& > li > span:first-of-type': { overflowWrap: 'anywhere' },
});

const Count = styled.span({ whiteSpace: 'nowrap' });

const Sum = styled.span({ ...type.caption, color: colors.muted, gridColumn: '1 / -1' });

const Total = styled.p({
  ...type.label,
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  '& > span:first-of-type': { color: colors.muted },
});
