import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useStore } from '../../../shared/hooks/useStore';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Money } from '../../../shared/ui/Money';
import { StickyBar } from '../../../shared/ui/StickyBar';
import { missingOf, packagesOf, sumOf } from '../model/draft';
import { Lacking } from './Lacking';
import type { TakenProps } from './TakenOrder';

interface TakenBarProps extends Pick<TakenProps, 'taking' | 'minimums'> {
  readonly onReview: () => void;
}

/** What was taken so far, in the thumb's reach. */
export function TakenBar({ taking, minimums, onReview }: TakenBarProps): ReactElement {
  const t = useText('taking');
  const { lines, sending } = useStore(taking);
  const missing = minimums && missingOf(lines, minimums);
  const packages = packagesOf(lines);
  const lacks = missing !== undefined && lines.length > 0 && (missing.amount > 0 || missing.packages > 0);
  return (
    <StickyBar label={t('sum')}>
      <Texts aria-live="polite">
        <Money amount={sumOf(lines)} size="amount" />
        {lacks ? (
          <Lacking missing={missing} />
        ) : (
          <Count>
            {t('count', { count: lines.length, lines: formatNumber(lines.length), packages: formatNumber(packages) })}
          </Count>
        )}
      </Texts>
      <Button disabledReason={lines.length === 0 && !sending ? t('empty') : undefined} onClick={onReview}>
        {t('review')}
      </Button>
    </StickyBar>
  );
}

const Texts = styled.div({ flex: 1, minInlineSize: 0 });

const Count = styled.p({ ...type.caption, color: colors.muted });
