import styled from '@emotion/styled';
import { Truck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { maskTime } from '../../../shared/lib/masks';
import { DASH, orDash } from '../../../shared/lib/punctuation';
import { colors, iconTile, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Jalali } from '../../../shared/ui/Jalali';
import { Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { useDeliveryRuleQuery } from '../api/endpoints';
import type { DeliveryRule } from '../api/map';
import { DELIVERY, type RuleKind } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { DeliveryPreview } from './DeliveryPreview';
import { useSection } from './Section';

const DeliveryEditor = lazyLayer(
  async () => (await import(/* webpackChunkName: "settings-editors" */ './DeliveryEditor')).DeliveryEditor,
);

interface DeliveryBlockProps {
  /** 1: by period, for normal sellers; 2: by cut-off time, for special and exclusive ones. */
  readonly kind: RuleKind;
  readonly lock: EditLock;
}

/** When an order is delivered (part 2, 3.5 and 4.2): apart from the accordions, always open. */
export function DeliveryBlock({ kind, lock }: DeliveryBlockProps): ReactElement {
  const t = useText('settings');
  const { title, pencil, body } = useSection({
    id: DELIVERY,
    lock,
    query: useDeliveryRuleQuery(kind),
    view: (rule) =>
      rule.id === '' ? <EmptyState text={t('delivery.none')} /> : <DeliveryFacts kind={kind} rule={rule} />,
    editor: (props) => <DeliveryEditor {...props} kind={kind} />,
  });
  return (
    <Block as="section" id={`section-${DELIVERY}`} aria-labelledby="delivery-title">
      <Top>
        <Sign aria-hidden>
          <Truck />
        </Sign>
        <h2 id="delivery-title">{title}</h2>
        {pencil}
      </Top>
      {body}
    </Block>
  );
}

interface DeliveryFactsProps {
  readonly kind: RuleKind;
  readonly rule: DeliveryRule;
}

function DeliveryFacts({ kind, rule: { form, deliveryDate, approximate } }: DeliveryFactsProps): ReactElement {
  const t = useText('settings');
  const days = (count: number | null, none: string) =>
    count === null ? none : t('delivery.days', { count: formatNumber(count) });
  const ltr = (text: string) => <bdi dir="ltr">{orDash(localDigits(text))}</bdi>;
  const facts =
    kind === 1
      ? [
          { label: t('delivery.start'), value: ltr(form.start) },
          { label: t('delivery.end'), value: ltr(form.end) },
          { label: t('delivery.preparation'), value: days(form.preparation, t('delivery.noPreparation')) },
        ]
      : [
          { label: t('delivery.daysAfter'), value: days(form.daysAfter, DASH) },
          { label: t('delivery.cutOff'), value: ltr(maskTime(form.cutOff)) },
        ];
  const date = deliveryDate ? (
    <>
      <Jalali date={deliveryDate} form="long" />
      {approximate && <Small>{t('delivery.approximate')}</Small>}
    </>
  ) : (
    DASH
  );
  return (
    <Stack gap={3}>
      <DefinitionGrid items={[...facts, { label: t('delivery.date'), value: date }]} />
      {kind === 1 && <DeliveryPreview kind={kind} rule={form} />}
    </Stack>
  );
}

const Block = styled(Card)({ scrollMarginBlockStart: '72px' });

const Top = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  paddingBlockEnd: space(3),
  '& > h2': { ...type.label, fontWeight: 600, flex: 1, minInlineSize: 0 },
});

const Sign = styled.span({ ...iconTile, display: 'inline-flex' });

const Small = styled.span({ ...type.caption, display: 'block', color: colors.muted });
