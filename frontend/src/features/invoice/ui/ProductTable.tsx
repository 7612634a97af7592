import styled from '@emotion/styled';
import { type ReactElement, useId } from 'react';
import { discountName } from '../../../entities/order/discounts';
import { lineName } from '../../../entities/order/order.changes';
import { lineTotal } from '../../../entities/order/order.math';
import type { Discount, OrderLine, OrderProduct } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import type { PaperSize } from '../../../shared/print/measures';
import { whole } from '../../../shared/print/Paper';
import { PaperImage } from './PaperImage';
import { QuantityField, type QuantityFields } from './QuantityField';

/** A product with more rows does not fit on a sheet, and may be split where it stands. */
const PAGEFUL = 30;

interface ProductTableProps {
  readonly product: OrderProduct;
  readonly size: PaperSize;
  /** Of its first line, counted through the whole paper. */
  readonly firstRow: number;
  /** Of the whole order. */
  readonly discounts: readonly Discount[];
  /** Editable quantities; left out, they are read-only. */
  readonly fields?: QuantityFields | undefined;
}

/** One product: its own head, repeated when a page ends inside it, and a row for each of its types. */
export function ProductTable({ product, size, firstRow, discounts, fields }: ProductTableProps): ReactElement {
  const t = useText('invoice');
  const titleId = useId();
  const units = product.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const roll = size === 'roll';
  return (
    <Table data-size={size} data-long={product.lines.length > PAGEFUL || undefined} aria-labelledby={titleId}>
      <colgroup>
        <col data-column="row" />
        <col data-column="name" />
        {!roll && <col data-column="package" />}
        <col data-column="quantity" />
        {!roll && <col data-column="price" />}
        <col data-column="total" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('table.row')}</th>
          <th scope="col">
            <Product>
              {!roll && <PaperImage src={product.image} />}
              <span>
                <strong id={titleId} dir="auto">
                  {product.name}
                </strong>
                <small>
                  {t('table.subtitle', { kinds: formatNumber(product.lines.length), units: formatNumber(units) })}
                </small>
              </span>
            </Product>
          </th>
          {!roll && <th scope="col">{t('table.package')}</th>}
          <th scope="col">{t('table.quantity')}</th>
          {!roll && <th scope="col">{t('table.unitPrice')}</th>}
          <th scope="col">{t('table.lineTotal')}</th>
        </tr>
      </thead>
      <tbody>
        {product.lines.map((line, index) => (
          <Row
            key={line.typeId}
            line={line}
            name={lineName(product, line)}
            number={firstRow + index}
            roll={roll}
            discounts={discounts.filter(({ typeId }) => typeId === line.typeId)}
            fields={fields}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps {
  readonly line: OrderLine;
  readonly name: string;
  readonly number: number;
  readonly roll: boolean;
  readonly discounts: readonly Discount[];
  readonly fields: QuantityFields | undefined;
}

function Row({ line, name, number, roll, discounts, fields }: RowProps): ReactElement {
  const t = useText('invoice');
  const price = formatNumber(line.buyPrice);
  return (
    <tr>
      <td>{formatNumber(number)}</td>
      <th scope="row">
        <bdi>{line.typeName}</bdi>
        {roll && <small>{t('table.perUnit', { package: line.unitName, price })}</small>}
        {discounts.map((discount) => (
          <small key={discountName(discount)}>
            {discountName(discount)}: <bdi>{formatNumber(-discount.amount)}</bdi>
          </small>
        ))}
      </th>
      {!roll && (
        <td>
          <bdi>{line.unitName}</bdi>
        </td>
      )}
      <td>
        {fields ? <QuantityField line={line} name={name} fields={fields} /> : <bdi>{formatNumber(line.quantity)}</bdi>}
      </td>
      {!roll && (
        <td>
          <bdi>{price}</bdi>
        </td>
      )}
      <td>
        <bdi>{formatNumber(lineTotal(line))}</bdi>
      </td>
    </tr>
  );
}

const Product = styled.span({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5mm',
  '& > span': { minInlineSize: 0 },
  '& strong': { display: 'block', fontSize: '1.08em', lineHeight: 1.5, overflowWrap: 'anywhere' },
});

const Table = styled.table({
  // A product that fits on a page stands on one page; its head comes with at least its first row.
  ...whole,
  '&[data-long]': { breakInside: 'auto' },
  tableLayout: 'fixed',
  marginBlockEnd: '3mm',
  '& th, & td': {
    paddingInline: '1.5mm',
    textAlign: 'center',
    verticalAlign: 'middle',
  },
  '& td': { whiteSpace: 'nowrap' },
  '& th:nth-of-type(2), & tbody th': { textAlign: 'start' },
  '& thead th': { fontSize: '.92em', lineHeight: 1.4 },
  '& tbody th': { overflowWrap: 'anywhere' },
  '& td:last-of-type': { fontWeight: 700 },
  '& col[data-column="row"]': { inlineSize: '11mm' },
  '& col[data-column="package"]': { inlineSize: '21mm' },
  '& col[data-column="quantity"]': { inlineSize: '23mm' },
  '& col[data-column="price"]': { inlineSize: '31mm' },
  '& col[data-column="total"]': { inlineSize: '34mm' },
  // A thermal printer has no grey: hairlines instead of bands.
  '&[data-size="roll"]': {
    marginBlockEnd: '2.5mm',
    '& th, & td': { paddingInline: '.8mm', paddingBlock: '.6mm' },
    '& thead th': { fontSize: '.85em' },
    '& col[data-column="row"]': { inlineSize: '7.5mm' },
    '& col[data-column="quantity"]': { inlineSize: '13mm' },
    '& col[data-column="total"]': { inlineSize: '22mm' },
  },
});
