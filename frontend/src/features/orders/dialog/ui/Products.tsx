import styled from '@emotion/styled';
import { PackageOpen } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { linesOf } from '../../../../entities/order/order.math';
import { useSavedLinesQuery } from '../../../../entities/order/saved';
import type { FullOrder } from '../../../../entities/order/sheet';
import { useText } from '../../../../shared/i18n/useText';
import { space, type } from '../../../../shared/theme/tokens';
import { Card } from '../../../../shared/ui/Card';
import { EmptyState } from '../../../../shared/ui/EmptyState';
import { Inline } from '../../../../shared/ui/Layout';
import { ToggleChip } from '../../../../shared/ui/ToggleChip';
import type { DialogDraft } from '../../model/dialogDraft';
import type { Mode } from '../../model/useOrderActions';
import type { LineContext } from '../../ui/LineRow';
import { ProductCard } from '../../ui/ProductCard';

interface ProductsProps extends Pick<LineContext, 'editing' | 'waiting' | 'actions'> {
  /** With the user's changes. */
  readonly order: FullOrder;
  /** As the server has it. */
  readonly before: FullOrder;
  readonly draft: DialogDraft;
  readonly mayEdit: boolean;
  readonly onMode: (mode: Mode) => void;
}

const MODES = { quantities: 'products.editRows', prices: 'products.editPrices' } as const;

/** The ordered products, and the two ways to edit them. */
export function Products({ order, before, draft, mayEdit, onMode, ...context }: ProductsProps): ReactElement {
  const t = useText('order');
  const titleId = useId();
  const { editing } = context;
  // What a reopened order has reserved, which counts as free where its stock is asked for.
  const { id: orderId, revision } = before;
  useSavedLinesQuery({ orderId, revision }, { skip: !draft.asksStock || editing !== 'quantities' || !before.reopened });
  const old = new Map(linesOf(before.products).map((line) => [line.typeId, line]));
  return (
    <Section aria-labelledby={titleId}>
      <Inline justify="space-between" gap={2} wrap>
        <Title id={titleId}>{t('products.title')}</Title>
        {mayEdit && (
          <Inline gap={2} wrap>
            {(['quantities', 'prices'] as const).map((mode) => (
              <ToggleChip key={mode} selected={editing === mode} onChange={() => onMode(mode)}>
                {t(MODES[mode])}
              </ToggleChip>
            ))}
          </Inline>
        )}
      </Inline>
      {order.products.length === 0 && <EmptyState text={t('empty')} icon={<PackageOpen />} />}
      {order.products.length > 0 && (
        <Card padding="none">
          {order.products.map((product) => (
            <ProductCard
              key={product.id}
              {...context}
              discounts={before.discounts}
              unpriced={draft.missing}
              shortages={draft.shortages}
              checks={draft.checks}
              product={product}
              heading="h4"
              before={old}
            />
          ))}
        </Card>
      )}
    </Section>
  );
}

const Section = styled.section({ display: 'flex', flexDirection: 'column', gap: space(3), minInlineSize: 0 });

const Title = styled.h3(type.heading);
