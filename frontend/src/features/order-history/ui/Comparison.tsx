import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { withUnit } from '../../../shared/lib/units';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { Money } from '../../../shared/ui/Money';
import type { Revision, RevisionLine } from '../api/map';
import { compareRevisions } from '../model/compareRevisions';

interface ComparisonProps {
  readonly one: Revision;
  readonly other: Revision;
}

/** The differences between two revisions. */
export function Comparison({ one, other }: ComparisonProps): ReactElement {
  const t = useText('orderHistory');
  const titleId = useId();
  const { added, removed, changed, total } = compareRevisions(one, other);
  const [first, last] = [Math.min(one.number, other.number), Math.max(one.number, other.number)];
  const same = added.length + removed.length + changed.length === 0;
  const item = ({ typeId, name, quantity, unitName }: RevisionLine) => (
    <li key={typeId}>{t('compare.line', { name, count: withUnit(formatNumber(quantity), unitName) })}</li>
  );
  const step = (key: 'change.line' | 'change.price', name: string, from: number, to: number) =>
    from !== to && <span>{t(key, { name, from: formatNumber(from), to: formatNumber(to) })}</span>;
  return (
    <Card as="section" tone="brand" aria-labelledby={titleId}>
      <Title id={titleId}>{t('compare.title', { from: formatNumber(first), to: formatNumber(last) })}</Title>
      {same && <p>{t('compare.same')}</p>}
      <Group title={t('compare.added')} tone="success">
        {added.map(item)}
      </Group>
      <Group title={t('compare.removed')} tone="danger">
        {removed.map(item)}
      </Group>
      <Group title={t('compare.changed')} tone="warning">
        {changed.map(({ before, after }) => (
          <li key={after.typeId}>
            {step('change.line', after.name, before.quantity, after.quantity)}
            {step('change.price', after.name, before.unitPrice, after.unitPrice)}
          </li>
        ))}
      </Group>
      <Total>
        <span>{t(total < 0 ? 'compare.less' : 'compare.more')}</span>
        <Money amount={Math.abs(total)} size="strong" />
      </Total>
    </Card>
  );
}

interface GroupProps {
  readonly title: string;
  readonly tone: 'success' | 'danger' | 'warning';
  readonly children: readonly ReactNode[];
}

function Group({ title, tone, children }: GroupProps): ReactElement | null {
  if (children.length === 0) return null;
  return (
    <Part data-tone={tone}>
      <h4>{title}</h4>
      <ul>{children}</ul>
    </Part>
  );
}

const Title = styled.h3(type.heading);

const Part = styled.div({
  paddingBlockStart: space(2),
  '& > h4': { ...type.label, fontWeight: 600 },
  '&[data-tone="success"] > h4': { color: colors.success },
  '&[data-tone="danger"] > h4': { color: colors.danger },
  '&[data-tone="warning"] > h4': { color: colors.warningText },
  '& > ul': { ...type.label, fontWeight: 400, listStyle: 'none' },
  '& span': { display: 'block', overflowWrap: 'anywhere' },
});

const Total = styled.p({
  ...type.label,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: space(3),
  marginBlockStart: space(3),
  paddingBlockStart: space(2),
  borderBlockStart: `1px solid ${colors.line}`,
});
