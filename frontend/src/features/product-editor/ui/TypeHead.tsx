import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { useText } from '../../../shared/i18n/useText';
import { formatPercent } from '../../../shared/lib/units';
import { size, space, type as typeStyle } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { discountOf } from '../model/figures';

interface TypeHeadProps {
  /** As typed, while it is being edited. */
  readonly type: CatalogueType;
  /** Buttons at the end of the line. */
  readonly actions: ReactNode;
}

/** The top of a slide: name, badges, and what can be done. */
export function TypeHead({ type, actions }: TypeHeadProps): ReactElement {
  const t = useText('catalogue');
  const discount = discountOf(type);
  return (
    <Line>
      <Words>
        <Name>{type.name}</Name>
        <Marks>
          {!type.active && <Badge>{t('card.inactive')}</Badge>}
          {discount !== null && <Badge tone="brand">{t('card.discount', { percent: formatPercent(discount) })}</Badge>}
        </Marks>
      </Words>
      <Actions>{actions}</Actions>
    </Line>
  );
}

const Line = styled.div({ display: 'flex', alignItems: 'flex-start', gap: space(2), minBlockSize: size.touch });
const Words = styled.div({ flex: 1, minInlineSize: 0 });
const Name = styled.h3(typeStyle.heading);
const Marks = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space(3),
  rowGap: space(1),
});
const Actions = styled.div({ display: 'flex', flex: 'none', gap: space(1) });
