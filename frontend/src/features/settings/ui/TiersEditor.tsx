import { Plus } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../shared/lib/format';
import { iconStroke } from '../../../shared/theme/tokens';
import { AmountField } from '../../../shared/ui/AmountField';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import { Stack } from '../../../shared/ui/Layout';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useEditTiersMutation } from '../api/endpoints';
import { isComplete, MAX_ITEMS, tierComplaint } from '../model/tierRules';
import type { Tier, TierKind, Versioned } from '../model/types';
import { useCards } from '../model/useCards';
import { useSave } from '../model/useSave';
import { ConflictDialog } from './ConflictDialog';
import { Cards, RailCard } from './RailCard';
import { EditBar } from './Section';
import { TIER_UNIT } from './TiersSection';

const long = { duration: toastDuration.long };
const NEW: Tier = { id: '', from: null, to: null, percent: '' };
const PERCENT_PLACES = 2;

interface TiersEditorProps {
  readonly kind: TierKind;
  readonly sellerId: string;
  readonly given: Versioned<readonly Tier[]>;
  readonly reload: () => Promise<number | null>;
  readonly onDone: () => void;
  /** The list as it stands on the server. */
  readonly children: ReactNode;
}

/** All tiers of a kind; they are saved together or not at all. */
export function TiersEditor({ kind, sellerId, given, reload, onDone, children }: TiersEditorProps): ReactElement {
  const { t } = useTranslation('settings');
  const { cards, items, add, remove, change } = useCards(given.value);
  const [wrong, setWrong] = useState<number | null>(null);
  const [edit] = useEditTiersMutation();
  const { busy, save, conflict } = useSave({
    version: given.version,
    send: (write: Omit<Parameters<typeof edit>[0], 'kind'>) => edit({ kind, ...write }).unwrap(),
    reload,
    onSaved: onDone,
  });
  const last = items.at(-1);
  const unfinished = last !== undefined && !isComplete(last);
  const full = items.length >= MAX_ITEMS;

  const submit = (): void => {
    const complaint = tierComplaint(items);
    setWrong(complaint ? (cards[complaint.index]?.key ?? null) : null);
    if (complaint) toast.error(t(complaint.fail === 'empty' ? `fail.${kind}Empty` : `fail.${complaint.fail}`), long);
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
          {cards.map(({ key, item }, index) => (
            <RailCard
              key={key}
              title={t('tiers.card', { number: formatNumber(index + 1) })}
              invalid={wrong === key}
              onRemove={() => remove(key)}
            >
              <AmountField
                label={t('tiers.from')}
                unit={t(TIER_UNIT[kind])}
                value={item.from}
                onValueChange={(from) => change(key, { from })}
              />
              <AmountField
                label={t('tiers.to')}
                unit={t(TIER_UNIT[kind])}
                value={item.to}
                onValueChange={(to) => change(key, { to })}
              />
              <DigitField
                label={t('tiers.percent')}
                decimals={PERCENT_PLACES}
                maxDigits={6}
                endSlot={t('percent')}
                value={item.percent}
                onValueChange={(percent) => change(key, { percent })}
              />
            </RailCard>
          ))}
        </Cards>
        <Button
          variant="secondary"
          icon={<Plus size={20} strokeWidth={iconStroke} aria-hidden />}
          disabledReason={full ? t('full') : unfinished ? t('tiers.finishLast') : undefined}
          onClick={() => add(NEW)}
        >
          {t('tiers.add')}
        </Button>
        <EditBar
          busy={busy}
          onCancel={() => {
            toast.info(t('done.dropped'), long);
            onDone();
          }}
        />
        <ConflictDialog conflict={conflict} section={kind} busy={busy} onTaken={onDone}>
          {children}
        </ConflictDialog>
      </Stack>
    </form>
  );
}
