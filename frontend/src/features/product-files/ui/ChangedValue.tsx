import styled from '@emotion/styled';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { WireChangeRow } from '../../../shared/api/wire/imports.gen';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { colors, space } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden';
import { numberIn, percentOf } from '../model/preview';

interface ValueProps {
  /** Our name of the column; left out, the value is a text. */
  readonly field?: string;
  readonly value: string;
}

/** A value of a file as people read it. */
export function Value({ field = '', value }: ValueProps): ReactElement {
  const t = useText('productFiles');
  const number = numberIn(field, value);
  if (value === '') return <Quiet>{t('change.empty')}</Quiet>;
  return <bdi>{number === null ? value : formatNumber(number)}</bdi>;
}

/** A price that jumps: colour, sign and words. */
export function Jump({ change }: { readonly change: WireChangeRow }): ReactElement {
  const t = useText('productFiles');
  const percent = percentOf(change);
  return (
    <Badge tone="warning" icon={<TriangleAlert size={14} strokeWidth={2} />}>
      {percent === null
        ? t('change.jump')
        : t(percent > 0 ? 'change.jumpUp' : 'change.jumpDown', {
            percent: formatPercent(Math.abs(percent), 0),
          })}
    </Badge>
  );
}

/** «۱۲٬۰۰۰ ← ۱۵٬۰۰۰», read as «از … به …». */
export function OldAndNew({ change }: { readonly change: WireChangeRow }): ReactElement {
  const t = useText('productFiles');
  return (
    <Pair>
      <Old>
        <VisuallyHidden>{t('change.from')} </VisuallyHidden>
        <Value field={change.field} value={change.from} />
      </Old>
      <ArrowRight className="flip" size={16} strokeWidth={2} />
      <New data-jump={change.jump || undefined}>
        <VisuallyHidden>{t('change.to')} </VisuallyHidden>
        <Value field={change.field} value={change.to} />
      </New>
    </Pair>
  );
}

const Quiet = styled.span({ color: colors.muted });

const Pair = styled.span({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space(2),
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', color: colors.muted },
});

const Old = styled.span({ color: colors.muted });
export const New = styled.strong({ fontWeight: 600, '&[data-jump]': { color: colors.warningText } });
