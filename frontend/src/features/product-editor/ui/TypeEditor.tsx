import styled from '@emotion/styled';
import { Check, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { useOnline } from '../../../shared/hooks/useOnline';
import { useText } from '../../../shared/i18n/useText';
import { centred, space } from '../../../shared/theme/tokens';
import { IconButton } from '../../../shared/ui/IconButton';
import { Notice } from '../../../shared/ui/Notice';
import { Spinner } from '../../../shared/ui/Spinner';
import { Switch } from '../../../shared/ui/Switch';
import { TextArea } from '../../../shared/ui/TextArea';
import { drafted } from '../model/edit';
import { DESCRIPTION_LENGTH } from '../model/schema';
import type { TypeEdit } from '../model/useTypeEdit';
import { NumberCell } from './NumberCell';
import { ConflictNotice, Elsewhere, isElsewhere } from './TypeConflict';
import { TypeFacts } from './TypeFacts';
import { TypeHead } from './TypeHead';

interface TypeEditorProps {
  readonly edit: TypeEdit;
  readonly onClose: () => void;
}

/** The values of a type as fields in the same places; the derived figures follow what is typed. */
export function TypeEditor({ edit, onClose }: TypeEditorProps): ReactElement {
  const { editor, form, save, saving, onSeen } = edit;
  const t = useText('catalogue');
  const online = useOnline();
  const element = useRef<HTMLFormElement>(null);
  const { base, conflict } = editor;
  const type = drafted(base, form.getValues());
  const { submitCount } = form.formState;

  useEffect(onSeen, [onSeen]);
  // The form takes the focus: a screen reader reads its name, and no phone's keyboard opens over the card. Again when
  // saving begins or ends, because the pressed button is then gone.
  useEffect(() => element.current?.focus({ preventScroll: true }), [saving]);
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount]);

  const refusal = !online ? t('edit.offline') : conflict === 'refused' ? t('edit.reloadFirst') : undefined;
  const fields = {
    stock: <NumberCell field="stock" edit={edit} />,
    buyPrice: <NumberCell field="buyPrice" edit={edit} />,
    sellPrice: <NumberCell field="sellPrice" edit={edit} />,
    piecesPerUnit: <NumberCell field="piecesPerUnit" edit={edit} />,
    lowStock: <NumberCell field="lowStock" edit={edit} />,
    status: <ActiveCell edit={edit} />,
    description: (
      <TextArea
        label={t('card.description')}
        labelHidden
        rows={3}
        maxLength={DESCRIPTION_LENGTH}
        {...form.bind('description')}
        readOnly={saving}
        description={isElsewhere('description', edit) ? <Elsewhere field="description" edit={edit} /> : undefined}
      />
    ),
  };

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
        type={type}
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
      <ConflictNotice edit={edit} />
      {!online && <Notice tone="warning">{t('edit.offline')}</Notice>}
      <TypeFacts type={type} fields={fields} />
    </Form>
  );
}

function ActiveCell({ edit }: { readonly edit: TypeEdit }): ReactElement {
  const t = useText('catalogue');
  const { value: active, onValueChange } = edit.form.bind('active');
  return (
    <>
      <Standing>
        <Switch label={t('card.active')} labelHidden checked={active} disabled={edit.saving} onChange={onValueChange} />
        <span aria-hidden>{t(active ? 'card.active' : 'card.inactive')}</span>
      </Standing>
      <Elsewhere field="active" edit={edit} />
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
  ...centred,
  inlineSize: '92px',
  blockSize: '44px',
});
