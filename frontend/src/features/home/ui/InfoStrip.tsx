import styled from '@emotion/styled';
import { BadgeCheck, CalendarDays, Clock } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSubscriptionQuery } from '../../../entities/subscription/endpoints';
import { TimeLeft } from '../../../entities/subscription/ui/TimeLeft';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useNow } from '../../../shared/hooks/useNow';
import { useText } from '../../../shared/i18n/useText';
import { clockTime, isoDate, jalaliAt, longDate } from '../../../shared/lib/jalali';
import { media } from '../../../shared/theme/media';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden';

/** Today and Tehran's time, and the subscription of a seller who may have one. */
export function InfoStrip({ subscribes }: { readonly subscribes: boolean }): ReactElement {
  return (
    <Strip data-vrt-mask>
      <TodayAndTime />
      {subscribes && <SubscriptionPiece />}
    </Strip>
  );
}

/** Renders every second. */
function TodayAndTime(): ReactElement {
  const t = useText('home');
  const now = useNow();
  const today = jalaliAt(now);
  return (
    <>
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
    </>
  );
}

/** The subscription's type and what is left of it. */
function SubscriptionPiece(): ReactElement {
  const t = useText('subscription');
  const { data: info, error } = useSubscriptionQuery(undefined);
  useErrorToast(error);
  return (
    <Piece data-line>
      <BadgeCheck size={18} />
      <span>{info?.subscription?.title ?? t('label')}</span>
      {info && <TimeLeft info={info} />}
      {!info && (error ? <span>{t('unread')}</span> : <Skeleton width="64px" height="22px" />)}
    </Piece>
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

/** As wide as the widest time, so that the seconds move nothing. */
const Time = styled.bdi({ display: 'inline-block', minInlineSize: '4.6em', textAlign: 'start' });
