import styled from '@emotion/styled';
import { PackageOpen } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { linesOf } from '../../../entities/order/order.math';
import { heldOf, useSavedLinesQuery } from '../../../entities/order/saved';
import type { OrderProduct } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { colors, rem, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ImageWithFallback } from '../../../shared/ui/ImageWithFallback';
import { Inline } from '../../../shared/ui/Layout';
import { ToggleChip } from '../../../shared/ui/ToggleChip';
import type { FullOrder } from '../api/types';
import type { Mode } from '../model/useActions';
import { type LineEdits, LineRow } from './LineRow';

interface ProductsProps extends LineEdits {
  /** With the user's changes. */
  readonly order: FullOrder;
  /** As the server has it. */
  readonly before: FullOrder;
  readonly mode: Mode | null;
  readonly mayEdit: boolean;
  readonly asksStock: boolean;
  readonly onMode: (mode: Mode) => void;
}

/** What was ordered, and the two ways to edit it. */
export function Products({ order, before, mode, mayEdit, asksStock, onMode, ...edits }: ProductsProps): ReactElement {
  const t = useText('orderDialog');
  const titleId = useId();
  const registered = before.status === 'registered';
  const { data: saved } = useSavedLinesQuery(before.id, {
    skip: !asksStock || mode !== 'rows' || registered || !before.reopened,
  });
  // What it is registered with, before its first change opens it again.
  const held = registered ? linesOf(before.products) : saved;
  const old = new Map(linesOf(before.products).map((line) => [line.typeId, line]));
  return (
    <Section aria-labelledby={titleId}>
      <Inline justify="space-between" gap={2} wrap>
        <Title id={titleId}>{t('products.title')}</Title>
        {mayEdit && (
          <Inline gap={2} wrap>
            <ToggleChip
              selected={mode === 'rows'}
              onChange={() => {
                onMode('rows');
              }}
            >
              {t('products.editRows')}
            </ToggleChip>
            <ToggleChip
              selected={mode === 'prices'}
              onChange={() => {
                onMode('prices');
              }}
            >
              {t('products.editPrices')}
            </ToggleChip>
          </Inline>
        )}
      </Inline>
      {order.products.length === 0 && <EmptyState text={t('products.empty')} icon={<PackageOpen />} />}
      {order.products.map((product) => (
        <Group key={product.id} product={product}>
          {product.lines.map((line) => (
            <LineRow
              key={line.typeId}
              product={product}
              line={line}
              before={old.get(line.typeId) ?? line}
              held={heldOf({ reopened: registered || before.reopened }, line.typeId, held)}
              mode={mode}
              {...edits}
            />
          ))}
        </Group>
      ))}
    </Section>
  );
}

function Group({ product, children }: { product: OrderProduct; children: ReactElement[] }): ReactElement {
  const titleId = useId();
  return (
    <Card as="article" padding="none" aria-labelledby={titleId}>
      <Top>
        <Thumb>
          <ImageWithFallback src={product.image} alt="" ratio="1 / 1" rounded="button" />
        </Thumb>
        <h4 id={titleId}>{product.name}</h4>
      </Top>
      <Lines>{children}</Lines>
    </Card>
  );
}

const Section = styled.section({ display: 'flex', flexDirection: 'column', gap: space(3), minInlineSize: 0 });

const Title = styled.h3(type.heading);

const Top = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  paddingInline: space(4),
  paddingBlock: space(3),
  borderBlockEnd: `1px solid ${colors.line}`,
  '& > h4': { ...type.label, fontWeight: 600, fontSize: rem(15), minInlineSize: 0, overflowWrap: 'anywhere' },
});

const Thumb = styled.div({ flex: 'none', inlineSize: '44px' });

const Lines = styled.ul({ listStyle: 'none', margin: 0, paddingInline: space(4), paddingBlock: space(1) });
