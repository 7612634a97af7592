import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { paper, paperVariables } from '../theme/paper';
import type { Definition } from '../ui/DefinitionGrid';

/** Grey on a sheet; black on a strip, because a thermal printer has no grey. */
const greys = { rule: '--paper-rule', quiet: '--paper-quiet' } as const;

/** The lines of every table on the paper. */
export const rule = `1px solid var(${greys.rule})`;

/** The colour of labels and small print. */
export const quiet = `var(${greys.quiet})`;

/** Rows, totals and signatures are never cut in two by the end of a page. */
export const whole = { breakInside: 'avoid' } as const;

/** A paper and its tables, black on white whatever the theme of the screen around it. `data-size="roll"`: a strip. */
export const Paper = styled.article({
  ...paperVariables,
  [greys.rule]: paper.rule,
  [greys.quiet]: paper.quiet,
  // Half of a table's outer border lies outside it and would be cut at the edge of the page.
  paddingInline: '1px',
  fontFamily: paper.family,
  fontSize: '10pt',
  lineHeight: 1.65,
  fontWeight: 400,
  color: paper.ink,
  backgroundColor: paper.ground,
  printColorAdjust: 'exact',
  WebkitPrintColorAdjust: 'exact',
  // The static cuts are regular and bold.
  '& strong': { fontWeight: 700 },
  '& h3': { fontSize: '1.75em', lineHeight: 1.5, fontWeight: 700 },
  '& h3 + p': { fontSize: '1.2em', lineHeight: 1.6 },
  '& > h3 + p': { marginBlockEnd: '3mm' },
  '& table': { border: rule },
  '& thead': { display: 'table-header-group' },
  '& tr': whole,
  '& th, & td': { border: rule, paddingInline: '2mm', paddingBlock: '1mm', textAlign: 'start', verticalAlign: 'top' },
  '& thead th': { fontWeight: 700, backgroundColor: paper.band },
  '& tbody th': { fontWeight: 400 },
  '& td small, & th small': { display: 'block', fontSize: '.82em', fontWeight: 400, color: quiet },
  '& tr[data-strong] > *': { fontWeight: 700, fontSize: '1.12em', borderBlock: `2px solid ${paper.ink}` },
  '&[data-size="roll"]': {
    [greys.rule]: paper.ink,
    [greys.quiet]: paper.ink,
    fontSize: '8.5pt',
    '& thead th': { backgroundColor: 'transparent' },
  },
});

interface FactTableProps {
  readonly label: string;
  readonly facts: readonly Definition[];
  /** Facts beside one another; a wide one stands alone. */
  readonly perRow?: 1 | 2;
}

/** Names and values. */
export function FactTable({ label, facts, perRow = 1 }: FactTableProps): ReactElement {
  return (
    <Facts aria-label={label} data-per-row={perRow}>
      <tbody>
        {rowsOf(facts, perRow).map((row) => (
          <tr key={row[0]?.label}>
            {row.map((fact) => (
              <FactCells key={fact.label} label={fact.label} span={row.length < perRow ? 2 * perRow - 1 : 1}>
                {fact.value}
              </FactCells>
            ))}
          </tr>
        ))}
      </tbody>
    </Facts>
  );
}

function rowsOf(facts: readonly Definition[], perRow: number): readonly (readonly Definition[])[] {
  const rows: Definition[][] = [];
  for (const fact of facts) {
    const last = rows.at(-1);
    if (last && last.length < perRow && !fact.wide && !last[0]?.wide) last.push(fact);
    else rows.push([fact]);
  }
  return rows;
}

interface FactCellsProps {
  readonly label: string;
  readonly span: number;
  readonly children: ReactNode;
}

const FactCells = ({ label, span, children }: FactCellsProps): ReactElement => (
  <>
    <th scope="row">{label}</th>
    <td colSpan={span}>{children}</td>
  </>
);

const Facts = styled.table({
  tableLayout: 'fixed',
  marginBlockEnd: '4mm',
  '& th': { inlineSize: '50mm', color: quiet, backgroundColor: paper.band },
  '& td': { overflowWrap: 'anywhere' },
  '&[data-per-row="2"]': {
    '& th, & td': { paddingBlock: '.8mm' },
    '& th': { inlineSize: '28mm', whiteSpace: 'nowrap' },
  },
  '[data-size="roll"] &': { marginBlockEnd: '3mm' },
  '[data-size="roll"] & tr > *': { paddingBlock: '.8mm' },
  '[data-size="roll"] & th': { inlineSize: '23mm', paddingInline: '1mm', backgroundColor: 'transparent' },
  '[data-size="roll"] & td': { paddingInline: '1mm' },
});
