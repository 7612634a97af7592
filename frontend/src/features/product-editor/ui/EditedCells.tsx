import styled from '@emotion/styled';
import { Check, X } from 'lucide-react';
import {
  type ReactElement,
  type FocusEvent as ReactFocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { useEditing } from '../../../entities/product/editing';
import { useOnline } from '../../../shared/hooks/useOnline';
import { useText } from '../../../shared/i18n/useText';
import { formatPercent } from '../../../shared/lib/units';
import { space } from '../../../shared/theme/tokens';
import { IconButton } from '../../../shared/ui/IconButton';
import { Notice } from '../../../shared/ui/Notice';
import { Spinner } from '../../../shared/ui/Spinner';
import { Cell, Cells } from '../../../shared/ui/Table';
import { CELLS, type CellName, cellBeside, cellOf, focusCell } from '../model/cells';
import { differs, drafted } from '../model/edit';
import { figuresOf } from '../model/figures';
import { pastedCells } from '../model/paste';
import type { TypeEdit } from '../model/useTypeEdit';
import { NumberCell } from './NumberCell';
import { ConflictNotice } from './TypeConflict';
import { TEMPLATE } from './typeColumns';

export interface EditedCellsProps {
  readonly edit: TypeEdit;
  /** The product's own cell. */
  readonly title: ReactNode;
  /** The figure that has the focus, at first the one that was pressed. */
  readonly at: RefObject<CellName>;
  readonly onAt: (name: CellName) => void;
  readonly onClose: () => void;
  /** Told before the row is done: the cell in which the editing goes on, if any. */
  readonly onNext: (cell: HTMLElement | null) => void;
  /** Several figures were pasted where the focus is; the row has been given up. */
  readonly onPaste: (cells: readonly (readonly string[])[]) => void;
}

/**
 * The row of a type as fields. Enter saves, Escape does not; the arrows save and go on in the row above or below, and Tab
 * leads from field to field.
 */
export function EditedCells({ edit, title, at, onAt, onClose, onNext, onPaste }: EditedCellsProps): ReactElement {
  const { editor, form, save, saving, onSeen } = edit;
  const t = useText('catalogue');
  const online = useOnline();
  const { refuse } = useEditing();
  const root = useRef<HTMLDivElement>(null);
  useEffect(onSeen, [onSeen]);
  useEffect(() => {
    const cell = cellOf(root.current, at.current);
    if (!cell) return;
    focusCell(cell);
    if (cell instanceof HTMLInputElement) cell.select();
  }, [at]);
  const { submitCount } = form.formState;
  useEffect(() => {
    if (submitCount > 0) root.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount]);
  const refusal = !online ? t('edit.offline') : editor.conflict === 'refused' ? t('edit.reloadFirst') : undefined;

  const finish = (cell: HTMLElement | null): void => {
    if (saving) return;
    const changed = differs(editor.base, form.getValues());
    if (changed && refusal !== undefined) return;
    onNext(cell);
    if (changed) save();
    else onClose();
  };
  const cancel = (): void => {
    onNext(null);
    onClose();
  };
  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>): void => {
    const { target, key } = event;
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (key === 'Escape') {
      event.preventDefault();
      cancel();
    }
    if (!(target instanceof HTMLInputElement)) return;
    if (key !== 'Enter' && key !== 'ArrowUp' && key !== 'ArrowDown') return;
    event.preventDefault();
    const cell = cellBeside(target, at.current, key);
    if (key === 'Enter' || cell) finish(cell);
  };
  const onFocus = ({ target }: ReactFocusEvent): void => {
    const name = CELLS.find((cell) => cellOf(root.current, cell) === target);
    if (name) onAt(name);
  };
  const { percent } = figuresOf(drafted(editor.base, form.getValues()));
  return (
    <div
      ref={root}
      role="presentation"
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onPaste={(event) => {
        const cells = pastedCells(event.clipboardData.getData('text/plain'));
        if (!cells) return;
        event.preventDefault();
        if (differs(editor.base, form.getValues())) refuse();
        else {
          cancel();
          onPaste(cells);
        }
      }}
    >
      <Cells template={TEMPLATE}>
        <Cell>{title}</Cell>
        {CELLS.map((field) => (
          <Cell key={field}>
            <NumberCell field={field} edit={edit} cell />
          </Cell>
        ))}
        <Cell end>{formatPercent(percent)}</Cell>
        <Cell end>
          {saving ? (
            <span role="status">
              <Spinner label={t('edit.saving')} />
            </span>
          ) : (
            <>
              <IconButton
                variant={refusal === undefined ? 'brand' : 'soft'}
                label={t('edit.save')}
                disabledReason={refusal}
                icon={<Check strokeWidth={2} />}
                onClick={() => finish(null)}
              />
              <IconButton variant="soft" label={t('edit.cancel')} icon={<X />} onClick={cancel} />
            </>
          )}
        </Cell>
        {(editor.conflict !== 'none' || !online) && (
          <Cell wide>
            <Notices>
              <ConflictNotice edit={edit} />
              {!online && <Notice tone="warning">{t('edit.offline')}</Notice>}
            </Notices>
          </Cell>
        )}
      </Cells>
    </div>
  );
}

const Notices = styled.div({ display: 'grid', gap: space(2), paddingBlock: space(2) });
