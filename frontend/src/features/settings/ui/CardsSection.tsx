import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../shared/form/useSchemaForm';
import { formatNumber } from '../../../shared/lib/format';
import { type } from '../../../shared/theme/tokens';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { TextArea } from '../../../shared/ui/TextArea';
import { useCardsQuery, useEditCardsMutation } from '../api/endpoints';
import { newCardId } from '../model/cardIds';
import { cardsSchema } from '../model/schema';
import { useSectionEdit } from '../model/sectionEdit';
import type { CardKind, TextCard, Versioned } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { type EditorProps, reread, useSave } from '../model/useSave';
import { Cards, RailCard } from './RailCard';
import { RailEditor } from './RailEditor';
import { Section } from './Section';
import { SectionForm } from './SectionForm';

const TEXT_MAX = 300;

interface CardsSectionProps {
  readonly kind: CardKind;
  readonly sellerId: string;
  readonly lock: EditLock;
}

/** Other discounts, and the store's descriptions: cards of text (part 2, 3.4). */
export function CardsSection({ kind, sellerId, lock }: CardsSectionProps): ReactElement {
  const { t } = useTranslation('settings');
  const query = useCardsQuery(kind);
  const cards = query.data?.value;
  return (
    <Section id={kind} lock={lock} query={query} summary={cards && t('count', { count: cards.length })}>
      {query.data && lock.editing === kind && (
        <CardsEditor
          kind={kind}
          sellerId={sellerId}
          given={query.data}
          reload={async () => reread(query.refetch)}
          onDone={lock.done}
        />
      )}
      {cards && lock.editing !== kind && <CardsView kind={kind} cards={cards} />}
    </Section>
  );
}

function CardsView({ kind, cards }: { readonly kind: CardKind; readonly cards: readonly TextCard[] }): ReactElement {
  const { t } = useTranslation('settings');
  if (cards.length === 0) return <EmptyState text={t('cards.empty')} />;
  return (
    <Cards label={t(`sections.${kind}`)}>
      {cards.map(({ id, text }, index) => (
        <RailCard key={id} title={t('cards.card', { number: formatNumber(index + 1) })}>
          <Words>
            <bdi>{text}</bdi>
          </Words>
        </RailCard>
      ))}
    </Cards>
  );
}

interface CardsEditorProps extends EditorProps<Versioned<readonly TextCard[]>> {
  readonly kind: CardKind;
  readonly sellerId: string;
}

function CardsEditor({ kind, sellerId, given, reload, onDone }: CardsEditorProps): ReactElement {
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
  const save = useSave({ id: kind, form, section, onDone });
  const titleOf = (index: number): string => t('cards.card', { number: formatNumber(index + 1) });
  const last: TextCard | undefined = form.bind('items').value.at(-1);
  return (
    <SectionForm
      save={save}
      onDone={onDone}
      emptyText={t(`fail.${kind}Empty`)}
      current={<CardsView kind={kind} cards={given.value} />}
    >
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

const Words = styled.p({ ...type.body, whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
