import type { ReactElement } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../shared/form/useSchemaForm';
import { formatNumber } from '../../../shared/lib/format';
import { TextArea } from '../../../shared/ui/TextArea';
import { useEditCardsMutation } from '../api/endpoints';
import { newCardId } from '../model/cardIds';
import type { EditorProps } from '../model/editor';
import { cardsSchema } from '../model/schema';
import { useSectionEdit } from '../model/sectionEdit';
import type { CardKind, TextCard, Versioned } from '../model/types';
import { useSave } from '../model/useSave';
import { RailEditor } from './RailEditor';
import { SectionForm } from './SectionForm';

const TEXT_MAX = 300;

interface CardsEditorProps extends EditorProps<Versioned<readonly TextCard[]>> {
  readonly kind: CardKind;
  readonly sellerId: string;
}

/** All cards of a kind; they are saved together or not at all. */
export function CardsEditor({ kind, sellerId, given, reload, onClose, children }: CardsEditorProps): ReactElement {
  const { t } = useTranslation('settings');
  const [edit] = useEditCardsMutation();
  const section = useSectionEdit({
    given,
    reload,
    formOf: ({ value }) => ({ items: [...value] }),
    toBody: (_now, { items }) => ({ sellerId, items }),
    send: (write: Omit<Parameters<typeof edit>[0], 'kind'>) => edit({ kind, ...write }).unwrap(),
  });
  const form = useSchemaForm(cardsSchema, section.now());
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items', keyName: 'key' });
  const save = useSave({ id: kind, form, section, onClose });
  const titleOf = (index: number): string => t('cards.card', { number: formatNumber(index + 1) });
  const last: TextCard | undefined = form.bind('items').value.at(-1);
  return (
    <SectionForm save={save} onClose={onClose} emptyText={t(`fail.${kind}Empty`)} current={children}>
      <RailEditor
        label={save.toasts.thing}
        keys={fields.map(({ key }) => key)}
        titleOf={titleOf}
        isInvalid={(index) => form.getFieldState(`items.${index}`, form.formState).invalid}
        addLabel={t('cards.add')}
        addRefused={last?.text.trim() === '' ? t('cards.finishLast') : undefined}
        onAdd={() => append({ id: newCardId(), text: '' })}
        onRemove={remove}
      >
        {(index) => (
          <TextArea
            label={titleOf(index)}
            labelHidden
            maxLength={TEXT_MAX}
            rows={5}
            {...form.bind(`items.${index}.text`)}
          />
        )}
      </RailEditor>
    </SectionForm>
  );
}
