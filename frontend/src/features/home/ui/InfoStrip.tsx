import styled from '@emotion/styled';
import { CalendarDays, Clock } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useNow } from '../../../shared/hooks/useNow';
import { useText } from '../../../shared/i18n/useText';
import { clockTime, isoDate, jalaliAt, longDate } from '../../../shared/lib/jalali';
import { media } from '../../../shared/theme/media';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden';

interface InfoStripProps {
  /** The subscription, of those who have one. */
  readonly children?: ReactNode;
}

/** Today and the clock of Tehran; it alone renders every second. */
export function InfoStrip({ children }: InfoStripProps): ReactElement {
  const t = useText('home');
  const now = useNow();
  const today = jalaliAt(now);
  return (
    <Strip data-vrt-mask>
      <Piece>
        <CalendarDays size={18} />
        <VisuallyHidden>{t('date')}</VisuallyHidden>
        <time dateTime={isoDate(today)}>{longDate(today)}</time>
      </Piece>
      <Piece>
        <Clock size={18} />
        <VisuallyHidden>{t('clock')}</VisuallyHidden>
        <time role="timer">
          <Time dir="ltr">{clockTime(now)}</Time>
        </time>
      </Piece>
      {children && <Piece data-line>{children}</Piece>}
    </Strip>
  );
}

const Strip = styled.div({
  ...type.label,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  columnGap: space(3),
  minBlockSize: '48px',
  paddingInline: space(4),
  backgroundColor: colors.surface,
  border: `1px solid ${colors.line}`,
  borderRadius: radius.card,
  boxShadow: colors.shadow1,
  [media.desktopUp]: { marginInline: space(8) },
});

const Piece = styled.span({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  minBlockSize: '46px',
  whiteSpace: 'nowrap',
  '& > svg': { color: colors.muted },
  // On a phone it has no room beside the date.
  '&[data-line]': { flexBasis: '100%', borderBlockStart: `1px solid ${colors.line}` },
  '&[data-line] > :last-child': { marginInlineStart: 'auto' },
  [media.tabletUp]: {
    '&[data-line]': { flexBasis: 'auto', borderBlockStart: 0 },
    '&[data-line] > :last-child': { marginInlineStart: 0 },
  },
});

/** As wide as it gets, so that the seconds move nothing. */
const Time = styled.bdi({ display: 'inline-block', minInlineSize: '4.6em', textAlign: 'start' });
