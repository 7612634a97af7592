import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { WireChangeRow } from '../../../shared/api/wire/imports.gen';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import type { ChangedRow } from '../api/wire';
import type { ChangesProps } from './ChangeCards';
import { Jump, New, Value } from './ChangedValue';
import { Table } from './Table';

/** The changes of a file on a wide screen: a line for each value, those of one row together. */
export function ChangeTable({ label, rows }: ChangesProps): ReactElement {
  const t = useText('productFiles');
  return (
    <Table label={label}>
      <thead>
        <tr>
          <th scope="col">{t('table.row')}</th>
          <th scope="col">{t('table.product')}</th>
          <th scope="col">{t('table.field')}</th>
          <th scope="col">{t('table.from')}</th>
          <th scope="col">{t('table.to')}</th>
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.row}>{row.isNew ? <NewType row={row} /> : <Changed row={row} />}</tbody>
      ))}
    </Table>
  );
}

function Changed({ row }: { readonly row: ChangedRow }): ReactElement[] {
  return row.changes.map((change, index) => (
    <tr key={change.field} data-jump={change.jump || undefined}>
      {index === 0 && <Names row={row} lines={row.changes.length} />}
      <td>{change.label}</td>
      <Before>
        <Value field={change.field} value={change.from} />
      </Before>
      <td>
        <After change={change} />
      </td>
    </tr>
  ));
}

function NewType({ row }: { readonly row: ChangedRow }): ReactElement {
  return (
    <tr>
      <Names row={row} lines={1} />
      <td colSpan={3}>
        <Values>
          {row.changes.map(({ field, label, to }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>
                <Value field={field} value={to} />
              </dd>
            </div>
          ))}
        </Values>
      </td>
    </tr>
  );
}

function Names({ row, lines }: { readonly row: ChangedRow; readonly lines: number }): ReactElement {
  const t = useText('productFiles');
  return (
    <>
      <td rowSpan={lines}>{formatNumber(row.row)}</td>
      <th scope="rowgroup" rowSpan={lines}>
        {row.title}
        <Type>
          {row.typeName}
          {row.isNew && <Badge tone="brand">{t('change.new')}</Badge>}
        </Type>
      </th>
    </>
  );
}

function After({ change }: { readonly change: WireChangeRow }): ReactElement {
  return (
    <Line>
      <New data-jump={change.jump || undefined}>
        <Value field={change.field} value={change.to} />
      </New>
      {change.jump && <Jump change={change} />}
    </Line>
  );
}

const Before = styled.td({ color: colors.muted });
const Line = styled.span({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(3) });
const Type = styled.span({
  ...type.caption,
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  fontWeight: 400,
  color: colors.muted,
});

const Values = styled.dl({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space(5),
  rowGap: space(1),
  '& > div': { display: 'flex', gap: space(2) },
  '& dt': { color: colors.muted },
});
