import styled from '@emotion/styled';
import { Check, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { useOnline } from '../../../shared/hooks/useOnline';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { space } from '../../../shared/theme/tokens';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { IconButton } from '../../../shared/ui/IconButton';
import { Money } from '../../../shared/ui/Money';
import { Notice } from '../../../shared/ui/Notice';
import { Spinner } from '../../../shared/ui/Spinner';
import { Switch } from '../../../shared/ui/Switch';
import { TextArea } from '../../../shared/ui/TextArea';
import { drafted, draftFigures } from '../model/edit';
import { DESCRIPTION_LENGTH } from '../model/schema';
import type { OpenEditor } from '../model/useTypeEdit';
import { useUnitText } from '../model/useUnitText';
import { NumberCell } from './NumberCell';
import { ConflictNotice, Elsewhere, isElsewhere } from './TypeConflict';
import { TypeHead } from './TypeHead';

export interface TypeEditorProps {
  readonly open: OpenEditor;
  readonly onClose: () => void;
}

/** The cells of a type as fields, in their places; what follows from the prices is worked out while they are typed. */
export function TypeEditor({ open, onClose }: TypeEditorProps): ReactElement {
  const { editor, form, save, saving, onSeen } = open;
  const t = useText('catalogue');
  const online = useOnline();
  const element = useRef<HTMLFormElement>(null);
  const unit = useUnitText(editor.base.unitId);
  const { base, conflict } = editor;
  const draft = form.getValues();
  const { profit, percent, packagePrice } = draftFigures(base, draft);
  const { submitCount } = form.formState;

  useEffect(onSeen, [onSeen]);
  // Named by a screen reader, without opening a phone's keyboard over the card.
  // The same while it is saved: the button that was pressed is gone.
  useEffect(() => element.current?.focus({ preventScroll: true }), [saving]);
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount]);

  const refusal = !online ? t('edit.offline') : conflict === 'refused' ? t('edit.reloadFirst') : undefined;
  const items: Definition[] = [
    { label: t('card.row'), value: formatNumber(base.rowOrder) },
    { label: t('card.stock'), value: <NumberCell field="stock" label={t('card.stock')} open={open} /> },
    { label: t('card.unit'), value: unit },
    { label: t('card.pieces'), value: formatNumber(base.piecesPerUnit) },
    { label: t('edit.buyPrice'), value: <NumberCell field="buyPrice" label={t('edit.buyPrice')} open={open} /> },
    { label: t('edit.sellPrice'), value: <NumberCell field="sellPrice" label={t('edit.sellPrice')} open={open} /> },
    { label: t('card.profit'), value: <Money amount={profit} /> },
    { label: t('card.percent'), value: formatPercent(percent) },
    { label: t('card.packagePrice'), value: <Money amount={packagePrice} size="strong" /> },
    { label: t('card.status'), value: <ActiveCell open={open} /> },
    {
      label: t('card.description'),
      wide: true,
      value: (
        <TextArea
          label={t('card.description')}
          labelHidden
          rows={3}
          maxLength={DESCRIPTION_LENGTH}
          {...form.bind('description')}
          readOnly={saving}
          description={isElsewhere('description', open) ? <Elsewhere field="description" open={open} /> : undefined}
        />
      ),
    },
  ];

  return (
    <Form
      ref={element}
      noValidate
      tabIndex={-1}
      aria-label={t('edit.form', { name: base.name })}
      aria-busy={saving || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === undefined) save();
      }}
    >
      <TypeHead
        type={drafted(base, draft)}
        actions={
          saving ? (
            <Wait role="status">
              <Spinner label={t('edit.saving')} />
            </Wait>
          ) : (
            <>
              <IconButton
                type="submit"
                variant={refusal === undefined ? 'brand' : 'soft'}
                label={t('edit.save')}
                disabledReason={refusal}
                icon={<Check strokeWidth={2} />}
              />
              <IconButton variant="soft" label={t('edit.cancel')} icon={<X />} onClick={onClose} />
            </>
          )
        }
      />
      <ConflictNotice open={open} />
      {!online && <Notice tone="warning">{t('edit.offline')}</Notice>}
      <DefinitionGrid items={items} />
    </Form>
  );
}

function ActiveCell({ open }: { readonly open: OpenEditor }): ReactElement {
  const t = useText('catalogue');
  const { value: active, onValueChange } = open.form.bind('active');
  return (
    <>
      <Standing>
        <Switch label={t('card.active')} labelHidden checked={active} disabled={open.saving} onChange={onValueChange} />
        <span aria-hidden>{t(active ? 'card.active' : 'card.inactive')}</span>
      </Standing>
      <Elsewhere field="active" open={open} />
    </>
  );
}

const Standing = styled.span({ display: 'inline-flex', alignItems: 'center', gap: space(2) });

const Form = styled.form({
  display: 'flex',
  flexDirection: 'column',
  gap: space(3),
  outline: 'none',
});

const Wait = styled.span({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  inlineSize: '92px',
  blockSize: '44px',
});
