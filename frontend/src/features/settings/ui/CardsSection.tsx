import styled from '@emotion/styled';
import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../shared/lib/format';
import { iconStroke, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Stack } from '../../../shared/ui/Layout';
import { TextArea } from '../../../shared/ui/TextArea';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useCardsQuery, useEditCardsMutation } from '../api/endpoints';
import { emptyCard, MAX_ITEMS } from '../model/tierRules';
import type { CardKind, TextCard, Versioned } from '../model/types';
import { useCards } from '../model/useCards';
import type { EditLock } from '../model/useEditLock';
import { reread, useSave } from '../model/useSave';
import { ConflictDialog } from './ConflictDialog';
import { Cards, RailCard } from './RailCard';
import { EditBar, Section } from './Section';

const long = { duration: toastDuration.long };
const NEW: TextCard = { id: '', text: '' };
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
          <Words>{text}</Words>
        </RailCard>
      ))}
    </Cards>
  );
}

interface CardsEditorProps {
  readonly kind: CardKind;
  readonly sellerId: string;
  readonly given: Versioned<readonly TextCard[]>;
  readonly reload: () => Promise<number | null>;
  readonly onDone: () => void;
}

function CardsEditor({ kind, sellerId, given, reload, onDone }: CardsEditorProps): ReactElement {
  const { t } = useTranslation('settings');
  const { cards, items, add, remove, change } = useCards(given.value);
  const [wrong, setWrong] = useState<number | null>(null);
  const [edit] = useEditCardsMutation();
  const { busy, save, conflict } = useSave({
    version: given.version,
    send: (write: Omit<Parameters<typeof edit>[0], 'kind'>) => edit({ kind, ...write }).unwrap(),
    reload,
    onSaved: onDone,
  });
  const unfinished = items.length > 0 && items.at(-1)?.text.trim() === '';
  const full = items.length >= MAX_ITEMS;

  const submit = (): void => {
    const empty = emptyCard(items);
    setWrong(cards[empty]?.key ?? null);
    if (empty >= 0) toast.error(t(`fail.${kind}Empty`), long);
    else void save({ sellerId, items });
  };

  return (
    <form
      noValidate
      aria-label={t(`sections.${kind}`)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={3}>
        <Cards label={t(`sections.${kind}`)}>
          {cards.map(({ key, item }, index) => {
            const title = t('cards.card', { number: formatNumber(index + 1) });
            return (
              <RailCard key={key} title={title} invalid={wrong === key} onRemove={() => remove(key)}>
                <TextArea
                  label={title}
                  labelHidden
                  maxLength={TEXT_MAX}
                  rows={5}
                  error={wrong === key ? t('fail.required') : null}
                  value={item.text}
                  onValueChange={(text) => change(key, { text })}
                />
              </RailCard>
            );
          })}
        </Cards>
        <Button
          variant="secondary"
          icon={<Plus size={20} strokeWidth={iconStroke} aria-hidden />}
          disabledReason={full ? t('full') : unfinished ? t('cards.finishLast') : undefined}
          onClick={() => add(NEW)}
        >
          {t('cards.add')}
        </Button>
        <EditBar
          busy={busy}
          onCancel={() => {
            toast.info(t('done.dropped'), long);
            onDone();
          }}
        />
        <ConflictDialog conflict={conflict} section={kind} busy={busy} onTaken={onDone}>
          <CardsView kind={kind} cards={given.value} />
        </ConflictDialog>
      </Stack>
    </form>
  );
}

const Words = styled.p({ ...type.body, whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
