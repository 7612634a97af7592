import styled from '@emotion/styled';
import { FileSpreadsheet } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { clockTime } from '../../../shared/lib/jalali';
import { media } from '../../../shared/theme/media';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import type { ImportPreview } from '../api/wire';

interface ImportSummaryProps {
  readonly name: string;
  readonly preview: ImportPreview;
}

/** The file's name, how long its preview is valid, and how many rows do what. */
export function ImportSummary({ name, preview }: ImportSummaryProps): ReactElement {
  const t = useText('productFiles');
  const figures = [
    { id: 'updated', count: preview.updated, tone: 'brand' },
    { id: 'created', count: preview.created, tone: 'success' },
    { id: 'unchanged', count: preview.unchanged, tone: 'muted' },
    { id: 'failed', count: preview.failed, tone: 'danger' },
    { id: 'jumps', count: preview.jumps, tone: 'warning' },
  ] as const;
  return (
    <Card as="section" aria-label={t('preview.counts')}>
      <FileLine>
        <FileSpreadsheet />
        <bdi>{name}</bdi>
        <small>{t('preview.until', { time: clockTime(preview.expiresAt, false) })}</small>
      </FileLine>
      <Figures>
        {figures.map(({ id, count, tone }) => (
          <div key={id} data-tone={count === 0 ? 'muted' : tone}>
            <dd>{formatNumber(count)}</dd>
            <dt>{t(`preview.${id}`)}</dt>
          </div>
        ))}
      </Figures>
    </Card>
  );
}

const FileLine = styled.p({
  ...type.label,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space(2),
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', color: colors.brand },
  '& > small': { ...type.caption, inlineSize: '100%', color: colors.muted },
  [media.tabletUp]: { '& > small': { inlineSize: 'auto', marginInlineStart: 'auto' } },
});

const Figures = styled.dl({
  display: 'grid',
  gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
  rowGap: space(3),
  marginBlockStart: space(3),
  paddingBlockStart: space(3),
  borderBlockStart: `1px solid ${colors.line}`,
  '& > div': { display: 'flex', flexDirection: 'column', gridColumn: 'span 2', '--tone': colors.text },
  '& > div:nth-of-type(n + 4)': { gridColumn: 'span 3' },
  '& dd': { ...type.amount, textAlign: 'center', color: 'var(--tone)' },
  '& dt': { ...type.caption, textAlign: 'center', color: colors.muted },
  '& > [data-tone="brand"]': { '--tone': colors.brand },
  '& > [data-tone="success"]': { '--tone': colors.success },
  '& > [data-tone="danger"]': { '--tone': colors.danger },
  '& > [data-tone="warning"]': { '--tone': colors.warningText },
  '& > [data-tone="muted"]': { '--tone': colors.muted },
  [media.tabletUp]: {
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    '& > div, & > div:nth-of-type(n + 4)': { gridColumn: 'auto' },
  },
});
