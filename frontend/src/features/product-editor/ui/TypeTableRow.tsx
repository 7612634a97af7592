import styled from '@emotion/styled';
import { Info, Pencil } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useUnitsQuery } from '../../../entities/product/catalogue/endpoints';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { useEditing } from '../../../entities/product/editing';
import { fullName } from '../../../entities/product/fullName';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { joined } from '../../../shared/lib/punctuation';
import { formatPercent } from '../../../shared/lib/units';
import { paths } from '../../../shared/navigation/paths';
import { colors, motion, radius, size, space, tabular, type as typeStyle } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { IconButton } from '../../../shared/ui/IconButton';
import { TextLink } from '../../../shared/ui/Link';
import { Cell, Cells, TwoLines } from '../../../shared/ui/Table';
import { CELLS, type CellName, cellOf, focusCell, moveByKey } from '../model/cells';
import { figuresOf } from '../model/figures';
import type { ListedType } from '../model/lines';
import { pastedCells } from '../model/paste';
import { useEditedHere } from '../model/useEditedHere';
import { CatalogueImage } from './CatalogueImage';
import { EditedCells, type EditedCellsProps } from './EditedCells';
import { useOpenEdit } from './EditingProvider';
import { StockLeft } from './StockLeft';
import { TEMPLATE } from './typeColumns';

interface TypeTableRowProps extends ListedType {
  readonly onInfo: (typeId: string, title: string) => void;
  /** Several figures were pasted into a cell. */
  readonly onCells: (typeId: string, name: CellName, cells: readonly (readonly string[])[]) => void;
}

/** A type as a row of a table: each figure is pressed to be edited in its place, and the arrows lead from one to another. */
export function TypeTableRow({ product, type, ...on }: TypeTableRowProps): ReactElement {
  return type ? (
    <OfType product={product} type={type} {...on} />
  ) : (
    <Cells template={TEMPLATE}>
      <Cell>
        <Product product={product} type={null} />
      </Cell>
    </Cells>
  );
}

interface OfTypeProps extends Pick<TypeTableRowProps, 'product' | 'onInfo' | 'onCells'> {
  readonly type: CatalogueType;
}

function OfType({ product, type, onInfo, onCells }: OfTypeProps): ReactElement {
  const t = useText('catalogue');
  const { start, cancel } = useEditing();
  const { data: units } = useUnitsQuery(undefined);
  const editing = useEditedHere(product, type);
  const root = useRef<HTMLDivElement>(null);
  /** The figure that has the focus while the row is edited, and gets it back. */
  const at = useRef<CellName>('buyPrice');
  /** Where the editing goes on when this row is done. */
  const next = useRef<HTMLElement | null>(null);
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !editing) {
      const cell = next.current;
      const own = cellOf(root.current, at.current);
      next.current = null;
      if (cell?.isConnected) cell.click();
      else if (own) focusCell(own);
    }
    was.current = editing;
  }, [editing]);
  const onAt = (name: CellName): void => {
    at.current = name;
  };
  const edit = (name: CellName): void => {
    if (start(product, type)) onAt(name);
  };
  const title = <Product product={product} type={type} />;
  const unit = units?.find(({ id }) => id === type.unitId)?.name ?? '';
  const onNext = (cell: HTMLElement | null): void => {
    next.current = cell;
  };
  const onPaste = (cells: readonly (readonly string[])[]): void => onCells(type.id, at.current, cells);
  if (editing) return <Edited title={title} at={at} onAt={onAt} onClose={cancel} onNext={onNext} onPaste={onPaste} />;
  return (
    <div
      ref={root}
      role="presentation"
      onKeyDown={moveByKey}
      onPaste={(event) => {
        const name = CELLS.find((cell) => cellOf(root.current, cell) === event.target);
        const cells = pastedCells(event.clipboardData.getData('text/plain'));
        if (!name || !cells) return;
        onAt(name);
        onPaste(cells);
      }}
    >
      <Cells template={TEMPLATE}>
        <Cell>{title}</Cell>
        <Cell end>
          <Figure name="piecesPerUnit" label={t('card.pieces')} value={type.piecesPerUnit} onEdit={edit}>
            {formatNumber(type.piecesPerUnit)} <Unit>{unit}</Unit>
          </Figure>
        </Cell>
        <Cell end>
          <Figure name="stock" label={t('card.stock')} value={type.stock} onEdit={edit}>
            <StockLeft type={type} bare />
          </Figure>
        </Cell>
        <Cell end>
          <Figure name="buyPrice" label={t('edit.buyPrice')} value={type.buyPrice} onEdit={edit} first />
        </Cell>
        <Cell end>
          <Figure name="sellPrice" label={t('edit.sellPrice')} value={type.sellPrice} onEdit={edit} />
        </Cell>
        <Cell end>{formatPercent(figuresOf(type).percent)}</Cell>
        <Cell end>
          <IconButton
            label={t('card.info', { name: type.name })}
            icon={<Info size={20} />}
            onClick={() => onInfo(type.id, product.title)}
          />
          <IconButton
            label={t('card.edit', { name: fullName(product.title, type.name) })}
            icon={<Pencil size={18} />}
            onClick={() => edit('buyPrice')}
          />
        </Cell>
      </Cells>
    </div>
  );
}

/** A component of its own, so that a typed key renders it alone. */
function Edited(props: Omit<EditedCellsProps, 'edit'>): ReactElement | null {
  const edit = useOpenEdit();
  return edit && <EditedCells edit={edit} {...props} />;
}

function Product({ product, type }: Pick<ListedType, 'product' | 'type'>): ReactElement {
  const t = useText('catalogue');
  return (
    <Thing>
      <CatalogueImage src={type?.images[0] ?? product.images[0]} alt="" ratio="1" sizes="40px" />
      <div>
        <TwoLines
          first={
            <TextLink data-cell="title" to={paths.product.href(product.id)}>
              {product.title}
            </TextLink>
          }
          second={
            <>
              {type ? joined(type.name, product.brandName) : t('card.noTypes')}{' '}
              {type && !type.active && <Badge>{t('card.inactive')}</Badge>}
            </>
          }
        />
      </div>
    </Thing>
  );
}

interface FigureProps {
  readonly name: CellName;
  readonly label: string;
  readonly value: number;
  readonly onEdit: (name: CellName) => void;
  /** The one that Tab stops at; the arrows lead to the others. */
  readonly first?: boolean;
  readonly children?: ReactNode;
}

function Figure({ name, label, value, onEdit, first = false, children }: FigureProps): ReactElement {
  const t = useText('catalogue');
  const number = formatNumber(value);
  return (
    <Pressed
      type="button"
      data-cell={name}
      tabIndex={first ? 0 : -1}
      aria-label={t('list.edit', { label, number })}
      onClick={() => onEdit(name)}
    >
      {children ?? number}
    </Pressed>
  );
}

const Unit = styled.span({ ...typeStyle.caption, color: colors.muted });

const Thing = styled.div({
  display: 'grid',
  gridTemplateColumns: '40px minmax(0, 1fr)',
  alignItems: 'center',
  gap: space(3),
});

const Pressed = styled.button({
  ...typeStyle.label,
  ...tabular,
  minBlockSize: size.touch,
  inlineSize: `calc(100% + 2 * ${space(2)})`,
  marginInline: `calc(-1 * ${space(2)})`,
  paddingInline: space(2),
  borderRadius: radius.chip,
  textAlign: 'end',
  cursor: 'text',
  transition: `background-color ${motion.press}`,
  '@media (hover: hover)': { '&:hover': { backgroundColor: colors.brandSoft } },
});
