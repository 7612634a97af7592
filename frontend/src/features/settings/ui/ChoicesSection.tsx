import styled from '@emotion/styled';
import type { TFunction } from 'i18next';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { useMutationToast } from '../../../shared/api/useMutationToast';
import { useSteadyActions } from '../../../shared/hooks/useSteadyActions';
import { useText } from '../../../shared/i18n/useText';
import { includesFa } from '../../../shared/lib/foldFa';
import { formatNumber } from '../../../shared/lib/format';
import { compareFa, formatList } from '../../../shared/lib/lists';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Stack } from '../../../shared/ui/Layout';
import { SearchField } from '../../../shared/ui/SearchField';
import { toastDuration } from '../../../shared/ui/Toast';
import { ToggleChip } from '../../../shared/ui/ToggleChip';
import { VirtualList } from '../../../shared/ui/VirtualList';
import {
  type ChoiceKind,
  type Toggle,
  useChoicesQuery,
  useOwnChoicesQuery,
  useToggleChoiceMutation,
} from '../api/choices';
import type { Choice } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { Section } from './Section';

const long = { duration: toastDuration.long };
/** Fewer choices need no search field. */
const SEARCH_FROM = 12;
/** More choices become a virtual list. */
const MANY = 60;
/** px: the narrowest column of the virtual list, and the height of a chip. */
const COLUMN = 150;
const CHIP = 44;
/** So many are named in the summary of the closed section. */
const NAMED = 4;
const FAILURES = {
  brand: { adding: { fallback: 'brandAdd' }, removing: { fallback: 'brandRemove' } },
  region: { adding: { fallback: 'regionAdd' }, removing: { fallback: 'regionRemove' } },
} as const;

interface ChoicesProps {
  readonly of: ChoiceKind;
  readonly lock: EditLock;
}

/** Adds or removes at once; the toast names the choice and offers to undo it. */
function useToggle(of: ChoiceKind): (toggle: Toggle) => void {
  const t = useText(['settings', 'ui']);
  const [send] = useToggleChoiceMutation();
  const thing = ({ choice }: Toggle) => choice.name;
  const undo = (toggle: Toggle) => ({
    label: t('ui:undo'),
    onAction: () => run({ ...toggle, key: newIdempotencyKey(), on: !toggle.on }),
  });
  const { adding, removing } = FAILURES[of];
  const add = useMutationToast(send, { ...adding, ok: t('done.added'), options: long, thing, undo });
  const remove = useMutationToast(send, { ...removing, ok: t('done.removed'), options: long, thing, undo });
  const run = (toggle: Toggle): void => void (toggle.on ? add(toggle) : remove(toggle));
  return run;
}

/** Reads both lists: what there is to choose from, in alphabetical order, and what is chosen. */
function useLists(of: ChoiceKind) {
  const all = useChoicesQuery(of);
  const own = useOwnChoicesQuery(of);
  const sorted = useMemo(() => all.data && [...all.data].sort((a, b) => compareFa(a.name, b.name)), [all.data]);
  return {
    data: sorted && own.data && { sorted, own: own.data },
    isLoading: all.isLoading || own.isLoading,
    isFetching: all.isFetching || own.isFetching,
    error: all.error ?? own.error,
    refetch: () => {
      for (const list of [all, own]) if (list.error) void list.refetch();
    },
  };
}

/** The brands or regions of the seller: a press is saved at once, without edit mode (part 2, 4.1). */
export function ChoicesSection({ of, lock }: ChoicesProps): ReactElement {
  const t = useText('settings');
  const onToggle = useToggle(of);
  return (
    <Section
      id={`${of}s`}
      lock={lock}
      query={useLists(of)}
      summary={({ own }) => summaryOf(own, t)}
      view={(lists) => <Chooser of={of} {...lists} onToggle={onToggle} />}
    />
  );
}

interface ChooserProps {
  readonly of: ChoiceKind;
  readonly sorted: readonly Choice[];
  readonly own: readonly Choice[];
  readonly onToggle: (toggle: Toggle) => void;
}

function Chooser({ of, sorted, own, onToggle }: ChooserProps): ReactElement {
  const t = useText('settings');
  const [search, setSearch] = useState('');
  const chosen = useMemo(() => new Set(own.map((choice) => choice.id)), [own]);
  const found = useMemo(() => sorted.filter(({ name }) => includesFa(name, search)), [sorted, search]);
  const { toggle } = useSteadyActions({ toggle: onToggle });
  const chip = useCallback(
    (choice: Choice): ReactElement => (
      <ToggleChip
        key={choice.id}
        selected={chosen.has(choice.id)}
        onChange={(on) => toggle({ key: newIdempotencyKey(), of, choice, on })}
      >
        {choice.name}
      </ToggleChip>
    ),
    [chosen, toggle, of],
  );
  return (
    <Stack gap={3}>
      {own.length === 0 && <Empty>{t(`choices.${of}sEmpty`)}</Empty>}
      {sorted.length >= SEARCH_FROM && (
        <SearchField label={t(`choices.${of}sSearch`)} value={search} onValueChange={setSearch} />
      )}
      {found.length > MANY ? (
        <VirtualList
          label={t(`sections.${of}s`)}
          name={search}
          column={COLUMN}
          estimate={CHIP}
          items={found}
          renderItem={chip}
          isFetching={false}
          empty={null}
        />
      ) : (
        <Chips role="group" aria-label={t(`sections.${of}s`)}>
          {found.map(chip)}
        </Chips>
      )}
      {found.length === 0 && <Empty>{t('choices.noneFound')}</Empty>}
    </Stack>
  );
}

function summaryOf(own: readonly Choice[], t: TFunction<'settings'>): string {
  if (own.length === 0) return t('choices.none');
  const names = own.slice(0, NAMED).map(({ name }) => name);
  const rest = own.length - names.length;
  return formatList(rest > 0 ? [...names, t('choices.more', { count: formatNumber(rest) })] : names);
}

const Chips = styled.div({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
const Empty = styled.p({ ...type.label, color: colors.muted });
