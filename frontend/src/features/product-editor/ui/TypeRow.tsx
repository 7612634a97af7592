import styled from '@emotion/styled';
import { Pencil } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import type { CatalogueProduct, CatalogueType } from '../../../entities/product/catalogue/types';
import { useEditing } from '../../../entities/product/editing';
import { fullName } from '../../../entities/product/fullName';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { colors, motion, rem, space, type as typeStyle } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { IconButton } from '../../../shared/ui/IconButton';
import { CardLink, TextLink } from '../../../shared/ui/Link';
import type { ListedType } from '../model/lines';
import { useEditedHere } from '../model/useEditedHere';
import { CatalogueImage } from './CatalogueImage';
import { useOpenEdit } from './EditingProvider';
import { StockLeft } from './StockLeft';
import { TypeEditor } from './TypeEditor';

/** A type as a line of the list: it leads to its product, and the pencil makes an editor of it. */
export function TypeRow({ product, type }: ListedType): ReactElement {
  return type ? <OfType product={product} type={type} /> : <WithoutTypes product={product} />;
}

interface OfTypeProps {
  readonly product: CatalogueProduct;
  readonly type: CatalogueType;
}

function OfType({ product, type }: OfTypeProps): ReactElement {
  const t = useText('catalogue');
  const { start } = useEditing();
  const editing = useEditedHere(product, type);
  const was = useRef(false);
  const pencil = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (was.current && !editing) pencil.current?.focus({ preventScroll: true });
    was.current = editing;
  }, [editing]);
  if (editing) return <Edited product={product} />;
  const name = fullName(product.title, type.name);
  return (
    <Line>
      <CatalogueImage src={type.images[0] ?? product.images[0]} alt="" ratio="1" sizes="44px" />
      <div>
        <Name>
          <CardLink to={paths.product.href(product.id)}>{name}</CardLink>
        </Name>
        <Fact>
          <span>{t('list.buy', { price: formatNumber(type.buyPrice) })}</span>
          <span>{t('list.sell', { price: formatNumber(type.sellPrice) })}</span>
        </Fact>
        <Fact>
          <StockLeft type={type} />
          {!type.active && <Badge>{t('card.inactive')}</Badge>}
        </Fact>
      </div>
      <IconButton
        ref={pencil}
        variant="soft"
        label={t('card.edit', { name })}
        icon={<Pencil size={18} />}
        onClick={() => start(product, type)}
      />
    </Line>
  );
}

/** A component of its own, so that a typed key renders it alone. */
function Edited({ product }: Pick<OfTypeProps, 'product'>): ReactElement | null {
  const { cancel } = useEditing();
  const edit = useOpenEdit();
  return (
    edit && (
      <Paper>
        <Name>
          <TextLink to={paths.product.href(product.id)}>{product.title}</TextLink>
        </Name>
        <TypeEditor edit={edit} onClose={cancel} />
      </Paper>
    )
  );
}

function WithoutTypes({ product }: Pick<OfTypeProps, 'product'>): ReactElement {
  const t = useText('catalogue');
  return (
    <Line>
      <CatalogueImage src={product.images[0]} alt="" ratio="1" sizes="44px" />
      <div>
        <Name>
          <CardLink to={paths.product.href(product.id)}>{product.title}</CardLink>
        </Name>
        <Fact>{t('card.noTypes')}</Fact>
      </div>
    </Line>
  );
}

const Line = styled.article({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '44px minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: space(3),
  // Below the sticky top of the page.
  scrollMarginBlock: '176px 16px',
  paddingBlock: '2px',
  borderBlockEnd: `1px solid ${colors.line}`,
  transition: `background-color ${motion.press}`,
  '& > button': { zIndex: 1 },
  '@media (hover: hover)': { '&:hover': { backgroundColor: colors.hover } },
});

const Name = styled.h2({ ...typeStyle.label, fontWeight: 600, lineHeight: rem(22), overflowWrap: 'anywhere' });

const Fact = styled.p({
  ...typeStyle.caption,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space(3),
  lineHeight: rem(19),
  color: colors.muted,
  '& > *': { lineHeight: 'inherit' },
});

const Paper = styled.div({ paddingBlock: space(3), borderBlockEnd: `1px solid ${colors.line}` });
