import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useCallback, useMemo, useState } from 'react';
import type { CatalogueProduct, ProductFilter, ProductSort } from '../../../entities/product/catalogue/types';
import { useEditing } from '../../../entities/product/editing';
import type { Pages } from '../../../shared/api/pages';
import type { WirePastedRow } from '../../../shared/api/wire/imports.gen';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { query } from '../../../shared/theme/media';
import { colors, space, type } from '../../../shared/theme/tokens';
import { TableFrame, TableHead } from '../../../shared/ui/Table';
import { toast } from '../../../shared/ui/Toast';
import { VirtualList } from '../../../shared/ui/VirtualList';
import type { CellName } from '../model/cells';
import { type ListedType, linesOf } from '../model/lines';
import { pastedRows } from '../model/paste';
import { TypeRow } from './TypeRow';
import { TypeTableRow } from './TypeTableRow';
import { TEMPLATE, useTypeColumns } from './typeColumns';

export interface TypeListProps {
  readonly list: Pages<CatalogueProduct, ProductFilter>;
  readonly sort: ProductSort;
  readonly onSort: (sort: ProductSort) => void;
  /** The product to scroll to once. */
  readonly startId: string | null;
  readonly onStarted: () => void;
  /** Called with the indexes of the first and last product on the screen. */
  readonly onSight: (first: number, last: number) => void;
  readonly errorLines: readonly string[] | undefined;
  readonly empty: ReactNode;
  readonly onInfo: (typeId: string, title: string) => void;
  /** Several figures were pasted: what they are to make of which types. */
  readonly onPaste: (rows: readonly WirePastedRow[]) => void;
}

/** The types of all products, to work with: a line for each on a phone, a table on a wide screen. */
export function TypeList(props: TypeListProps): ReactElement {
  const { list, sort, onSort, startId, onStarted, onSight, errorLines, empty, onInfo, onPaste } = props;
  const t = useText('catalogue');
  const wide = useMedia(query.desktopUp);
  const { editingId } = useEditing();
  const [kept, setKept] = useState<readonly string[]>([]);
  if (editingId !== null && !kept.includes(editingId)) setKept([...kept, editingId]);
  const { stock } = list.loadedArg;
  const lines = useMemo(() => linesOf(list.items, stock, kept), [list.items, stock, kept]);
  const columns = useTypeColumns(sort, onSort);
  const onCells = useCallback(
    (id: string, name: CellName, cells: readonly (readonly string[])[]) => {
      const rows = pastedRows(cells, lines, { id, name });
      // An editor of the row has been closed just now: the page lets go of it a moment later.
      if (rows.ok) setTimeout(() => onPaste(rows.value));
      else if (rows.error.kind === 'wide') toast.error(t('list.tooWide'));
      else toast.error(t('list.tooMany', { number: formatNumber(rows.error.most) }));
    },
    [lines, onPaste, t],
  );
  const line = useCallback((item: ListedType) => <TypeRow {...item} />, []);
  const row = useCallback(
    (item: ListedType) => <TypeTableRow {...item} onInfo={onInfo} onCells={onCells} />,
    [onInfo, onCells],
  );
  const rows = wide
    ? { renderItem: row, estimate: 57, head: <TableHead columns={columns} template={TEMPLATE} /> }
    : { renderItem: line, estimate: 67 };
  const placeOf = (index: number): number => lines[Math.min(index, lines.length - 1)]?.place ?? 0;
  return (
    <TableFrame>
      {wide && <Hint>{t('list.hint')}</Hint>}
      <VirtualList
        label={t('title')}
        {...rows}
        gap={0}
        {...list}
        items={lines}
        isReplacing={list.isFetching && list.items.length === 0}
        pinnedId={editingId}
        onSight={(first, last) => onSight(placeOf(first), placeOf(last))}
        startId={startId === null ? null : (lines.find(({ product }) => product.id === startId)?.id ?? startId)}
        onStarted={onStarted}
        errorLines={errorLines}
        empty={empty}
      />
    </TableFrame>
  );
}

const Hint = styled.p({ ...type.caption, marginBlockEnd: space(2), color: colors.muted });
