import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import type { OrderSheet } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { maskMobile } from '../../../shared/lib/masks';
import type { PaperSize } from '../../../shared/print/measures';
import { FactTable, quiet, whole } from '../../../shared/print/Paper';
import { paper } from '../../../shared/theme/paper';
import { radius } from '../../../shared/theme/tokens';
import { Code } from '../../../shared/ui/Code';
import type { Definition } from '../../../shared/ui/DefinitionGrid';

interface PaperHeadProps {
  readonly order: OrderSheet;
  readonly size: PaperSize;
}

const code = (text: string): ReactNode => (text === '' ? '' : <Code>{text}</Code>);

function useFacts({ customer, ...order }: OrderSheet): readonly Definition[] {
  const t = useText('invoice');
  const facts: readonly Definition[] = [
    { label: t('head.code'), value: code(order.code) },
    { label: t('head.revision'), value: order.revision > 0 ? formatNumber(order.revision) : '' },
    { label: t('head.createdAt'), value: code(order.createdAt) },
    { label: t('head.deliveryAt'), value: code(order.deliveryDate) },
    { label: t('head.seller'), value: order.sellerTitle },
    { label: t('head.customer'), value: customer.name },
    { label: t('head.shop'), value: customer.shopName },
    { label: t('head.trade'), value: customer.tradeType },
    { label: t('head.region'), value: customer.activityArea },
    { label: t('head.cellPhone'), value: code(maskMobile(customer.mobile)) },
    { label: t('head.phone'), value: code(customer.landline) },
    { label: t('head.address'), value: customer.address, wide: true },
  ];
  return facts.filter(({ value }) => value !== '');
}

/** The kind of paper, the seller, the customer and the verification code. */
export function PaperHead({ order, size }: PaperHeadProps): ReactElement {
  const t = useText('invoice');
  const facts = useFacts(order);
  return (
    <Head data-size={size}>
      <Top>
        <Names>
          <h3>{t('title')}</h3>
          {order.sellerTitle !== '' && <p>{order.sellerTitle}</p>}
          <Status data-status={order.status}>{t(`status.${order.status}`)}</Status>
        </Names>
        {order.qr !== '' && (
          <Proof>
            <img src={order.qr} alt={t('qr')} />
            <span>{t('qrHint')}</span>
          </Proof>
        )}
      </Top>
      <FactTable label={t('head.label')} facts={facts} perRow={size === 'a4' ? 2 : 1} />
    </Head>
  );
}

const Head = styled.header(whole);

const Top = styled.div({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  gap: '6mm',
  marginBlockEnd: '3mm',
  '[data-size="roll"] > &': {
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    gap: '2mm',
    marginBlockEnd: '3mm',
  },
});

const Names = styled.div({ minInlineSize: 0 });

const Status = styled.span({
  display: 'inline-block',
  marginBlockStart: '1.5mm',
  paddingInline: '3mm',
  paddingBlock: '.2mm',
  border: `1px solid ${paper.ink}`,
  borderRadius: radius.full,
  fontWeight: 700,
  // Nobody may deliver by a paper in these two states.
  '&[data-status="cancelled"], &[data-status="unknown"]': { borderStyle: 'dashed' },
});

const Proof = styled.div({
  flex: 'none',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  '& > img': { inlineSize: '32mm', blockSize: '32mm' },
  '& > span': { fontSize: '.78em', color: quiet },
});
