import styled from '@emotion/styled';
import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import type { WireImportProblem } from '../../../shared/api/wire/imports.gen';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { query } from '../../../shared/theme/media';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { Inline, Stack } from '../../../shared/ui/Layout';
import { useFailedRowsMutation } from '../api/endpoints';
import { useSaveFile } from '../model/useSaveFile';
import { Value } from './ChangedValue';
import { Table } from './Table';

/** Downloads the refused rows as a file, to be corrected. */
export function RefusedDownload({ importId }: { readonly importId: string }): ReactElement {
  const t = useText('productFiles');
  const { busy, save } = useSaveFile(useFailedRowsMutation());
  return (
    <Button variant="secondary" size="sm" busy={busy} icon={<Download size={18} />} onClick={() => save(importId)}>
      {t('refused.download')}
    </Button>
  );
}

interface RefusedRowsProps {
  readonly problems: readonly WireImportProblem[];
  readonly importId: string;
  /** How many refused rows are not in the list. */
  readonly hidden: number;
}

const keyOf = ({ row, column, message }: WireImportProblem): string => `${row} ${column} ${message}`;

/** The refused rows with column, value and reason. */
export function RefusedRows({ importId, problems, hidden }: RefusedRowsProps): ReactElement {
  const t = useText('productFiles');
  const wide = useMedia(query.desktopUp);
  return (
    <section aria-label={t('refused.title')}>
      <Stack gap={3}>
        <Inline justify="space-between" wrap gap={3}>
          <Heading>{t('refused.title')}</Heading>
          <RefusedDownload importId={importId} />
        </Inline>
        <Lead>{t('refused.text')}</Lead>
        {wide ? <Lines problems={problems} /> : <Cards problems={problems} />}
        {hidden > 0 && <Rest>{t('refused.more', { number: formatNumber(hidden) })}</Rest>}
      </Stack>
    </section>
  );
}

function Lines({ problems }: { readonly problems: readonly WireImportProblem[] }): ReactElement {
  const t = useText('productFiles');
  return (
    <Table label={t('refused.title')}>
      <thead>
        <tr>
          <th scope="col">{t('table.row')}</th>
          <th scope="col">{t('table.field')}</th>
          <th scope="col">{t('table.value')}</th>
          <th scope="col">{t('table.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {problems.map((problem) => (
          <tr key={keyOf(problem)}>
            <td>{formatNumber(problem.row)}</td>
            <td>{problem.column}</td>
            <td>
              <Value value={problem.value} />
            </td>
            <Reason>{problem.message}</Reason>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Cards({ problems }: { readonly problems: readonly WireImportProblem[] }): ReactElement {
  const t = useText('productFiles');
  return (
    <List aria-label={t('refused.title')}>
      {problems.map((problem) => (
        <li key={keyOf(problem)}>
          <Card as="article" padding="sm">
            <Inline justify="space-between" gap={2} wrap>
              <Badge tone="danger">{t('preview.row', { number: formatNumber(problem.row) })}</Badge>
              <Cell>
                {problem.column}: <Value value={problem.value} />
              </Cell>
            </Inline>
            <Why>{problem.message}</Why>
          </Card>
        </li>
      ))}
    </List>
  );
}

const Heading = styled.h2(type.heading);
const Lead = styled.p({ ...type.label, color: colors.muted });
const Rest = styled.p({ ...type.caption, color: colors.muted });
const Reason = styled.td({ color: colors.danger });
const Why = styled.p({ ...type.label, marginBlockStart: space(2) });
const Cell = styled.span({ ...type.caption, color: colors.muted, overflowWrap: 'anywhere' });

const List = styled.ul({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
  gap: space(3),
  '& > li': { minInlineSize: 0, contentVisibility: 'auto', containIntrinsicSize: 'auto 92px' },
});
