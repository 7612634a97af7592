import styled from '@emotion/styled';
import { type ReactElement, useId } from 'react';
import { statusTone } from '../../../entities/order/status';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { DASH } from '../../../shared/lib/punctuation';
import type { DialogName } from '../../../shared/navigation/dialogs';
import { paths } from '../../../shared/navigation/paths';
import { centred, colors, radius, rem, space, type } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';
import { Chevron } from '../../../shared/ui/Chevron';
import { Code } from '../../../shared/ui/Code';
import { CardDetails, CompactCard } from '../../../shared/ui/CompactCard';
import { IconButton } from '../../../shared/ui/IconButton';
import { Jalali } from '../../../shared/ui/Jalali';
import { CardLink } from '../../../shared/ui/Link';
import { Money } from '../../../shared/ui/Money';
import type { OrderRow } from '../api/map';
import { OrderActions } from './OrderActions';
import { OrderDetails } from './OrderDetails';

interface OrderCardProps {
  readonly order: OrderRow;
  /** From 1. */
  readonly place: number;
  /** Who ordered stands at its head: in a list of all customers. */
  readonly named?: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (orderId: string) => void;
  readonly onDialog: (name: DialogName, orderId: string) => void;
}

/** One order, which the whole card leads to; with all that is known of it when it is open. */
export function OrderCard(props: OrderCardProps): ReactElement {
  const { order, place, named = false, isOpen, onToggle, onDialog } = props;
  const t = useText('customer');
  const detailsId = useId();
  const created = (
    <Fact>
      {t('registeredOn')} {order.createdAt === null ? DASH : <Jalali date={order.createdAt} time />}
    </Fact>
  );
  return (
    <CompactCard interactive as="article">
      <Line>
        <Rank>{formatNumber(place)}</Rank>
        {named ? (
          <Name>{order.customer.title}</Name>
        ) : (
          <Title>
            <Code>{order.code}</Code>
          </Title>
        )}
        <StatusDot tone={statusTone[order.status]}>{order.statusText}</StatusDot>
        <Corner>
          <OrderActions order={order} onDialog={onDialog} />
        </Corner>
      </Line>
      <Line>
        {named ? (
          <Fact>
            <Code>{order.code}</Code>
          </Fact>
        ) : (
          created
        )}
        <Total>
          <Money amount={order.total} size="strong" />
        </Total>
      </Line>
      <Line>
        {named ? (
          created
        ) : (
          <Fact>
            {t('deliveredOn')} {order.deliveryDate === null ? DASH : <Jalali date={order.deliveryDate} />}
          </Fact>
        )}
        <DetailsLink to={paths.order.href(order.customer.id, order.id)}>{t('details')}</DetailsLink>
        <Corner>
          <IconButton
            size="sm"
            label={t(isOpen ? 'less' : 'more')}
            icon={<Chevron size={20} />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => onToggle(order.id)}
          />
        </Corner>
      </Line>
      {isOpen && (
        <CardDetails id={detailsId}>
          <OrderDetails order={order} withDelivery={named} />
        </CardDetails>
      )}
    </CompactCard>
  );
}

const Line = styled.div({ display: 'flex', alignItems: 'center', gap: space(2), flexWrap: 'wrap' });

const Rank = styled.span({
  ...type.caption,
  ...centred,
  flex: 'none',
  minInlineSize: '24px',
  blockSize: '24px',
  paddingInline: space(1),
  borderRadius: radius.full,
  backgroundColor: colors.sunken,
  color: colors.muted,
});

/** As long as it is: it wraps. */
const Name = styled.h2({ ...type.body, flex: 1, lineHeight: rem(28), fontWeight: 600, minInlineSize: 0 });

const Title = styled.h2({ ...type.body, flex: 1, lineHeight: rem(28), fontWeight: 600, minInlineSize: 'max-content' });

/** The icons, not their hit areas, line up with the end of the card's text; above the card's own link. */
const Corner = styled.span({
  display: 'inline-flex',
  zIndex: 1,
  marginBlock: `calc(-1 * ${space(2)})`,
  marginInlineEnd: `calc(-1 * ${space(2)})`,
});

const Fact = styled.p({
  ...type.caption,
  flex: 1,
  minInlineSize: 'max-content',
  color: colors.muted,
  '& time': { color: colors.text },
});
const Total = styled.p({ ...type.label, marginInlineStart: 'auto' });

const DetailsLink = styled(CardLink)({ ...type.label, fontWeight: 600, color: colors.brand });
