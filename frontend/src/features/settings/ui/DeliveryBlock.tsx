import styled from '@emotion/styled';
import { Pencil, Truck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { localDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { maskTime } from '../../../shared/lib/masks';
import { DASH } from '../../../shared/lib/punctuation';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { IconButton } from '../../../shared/ui/IconButton';
import { Jalali } from '../../../shared/ui/Jalali';
import { Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { useDeliveryRuleQuery } from '../api/endpoints';
import { reread } from '../model/editor';
import { DELIVERY, type DeliveryRule, NO_RULE, type RuleKind } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { DeliveryPreview } from './DeliveryPreview';

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
  const { t } = useTranslation('settings');
  const { data, error, isFetching, isLoading, refetch } = useDeliveryRuleQuery(kind);
  const loading = useSteadyLoading(isLoading);
  // Never beside the skeleton: when that leaves, the page would move under a finger that is pressing «edit» already.
  const rule = loading ? undefined : data?.value;
  const editing = lock.editing === DELIVERY;
  const failed = error !== undefined && !isFetching;
  return (
    <Block as="section" id={`section-${DELIVERY}`} aria-labelledby="delivery-title">
      <Top>
        <Sign aria-hidden>
          <Truck />
        </Sign>
        <h2 id="delivery-title">{t('delivery.title')}</h2>
        {!editing && (
          <IconButton
            label={t('edit', { section: t('delivery.title') })}
            icon={<Pencil />}
            disabledReason={rule === undefined ? t('notLoaded') : undefined}
            onClick={() => lock.edit(DELIVERY)}
          />
        )}
      </Top>
      {failed && <FailedRead error={error} isFetching={isFetching} refetch={refetch} otherwise="settingsLoad" />}
      {loading && !failed && <SkeletonCards count={1} lines={2} />}
      {data && rule !== undefined && editing && (
        <DeliveryEditor
          kind={kind}
          given={{ version: data.version, value: rule ?? NO_RULE }}
          reload={async () => {
            const read = await reread(refetch);
            return read && { version: read.version, value: read.value ?? NO_RULE };
          }}
          onClose={lock.done}
        >
          {rule && <DefinitionGrid items={factsOf(kind, rule, t)} />}
        </DeliveryEditor>
      )}
      {rule && !editing && (
        <Stack gap={3}>
          <DefinitionGrid items={factsOf(kind, rule, t)} />
          {kind === 1 && <DeliveryPreview kind={kind} rule={rule} />}
        </Stack>
      )}
      {rule === null && !editing && <EmptyState text={t('delivery.none')} />}
    </Block>
  );
}

function factsOf(
  kind: RuleKind,
  rule: DeliveryRule,
  t: ReturnType<typeof useTranslation<'settings'>>['t'],
): readonly Definition[] {
  const days = (count: number | null, none: string) =>
    count === null ? none : t('delivery.days', { count: formatNumber(count) });
  const date = {
    label: t('delivery.date'),
    value: rule.deliveryDate ? (
      <>
        <Jalali date={rule.deliveryDate} form="long" />
        {rule.approximate && <Small>{t('delivery.approximate')}</Small>}
      </>
    ) : (
      DASH
    ),
  };
  if (kind === 2) {
    return [
      { label: t('delivery.daysAfter'), value: days(rule.daysAfter, DASH) },
      {
        label: t('delivery.cutOff'),
        value: <bdi dir="ltr">{rule.cutOff === '' ? DASH : localDigits(maskTime(rule.cutOff))}</bdi>,
      },
      date,
    ];
  }
  return [
    { label: t('delivery.start'), value: <bdi dir="ltr">{localDigits(rule.start) || DASH}</bdi> },
    { label: t('delivery.end'), value: <bdi dir="ltr">{localDigits(rule.end) || DASH}</bdi> },
    { label: t('delivery.preparation'), value: days(rule.preparation, t('delivery.noPreparation')) },
    date,
  ];
}

const Block = styled(Card)({ scrollMarginBlockStart: '72px' });

const Top = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  paddingBlockEnd: space(3),
  '& > h2': { ...type.label, fontWeight: 600, flex: 1, minInlineSize: 0 },
});

const Sign = styled.span({
  display: 'inline-flex',
  padding: space(2),
  borderRadius: radius.button,
  backgroundColor: colors.brandSoft,
  color: colors.brand,
});

const Small = styled.span({ ...type.caption, display: 'block', color: colors.muted });
