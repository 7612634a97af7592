import styled from '@emotion/styled';
import type { TFunction } from 'i18next';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import type { QueryError } from '../../../shared/api/appError';
import type { ErrorKey } from '../../../shared/api/errorLines';
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
  type Toggle,
  useBrandChoicesQuery,
  useOwnBrandsQuery,
  useOwnRegionsQuery,
  useRegionChoicesQuery,
  useToggleChoiceMutation,
} from '../api/choices';
import type { Choice } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { Section } from './Section';

const long = { duration: toastDuration.long };
/** So many fit without searching. */
const SEARCH_FROM = 12;
/** More are a list of which the screen's part is drawn. */
const MANY = 60;
/** px of such a list's narrowest column, and of a chip. */
const COLUMN = 150;
const CHIP = 44;
/** Named in the summary of the closed section. */
const NAMED = 4;

interface ChoicesProps {
  readonly lock: EditLock;
}

interface Failure {
  readonly fallback: ErrorKey;
}

/** Chooses or leaves at once; the toast names what it was, and takes it back. */
function useToggle(adding: Failure, removing: Failure): (toggle: Toggle) => void {
  const t = useText(['settings', 'ui']);
  const [send] = useToggleChoiceMutation();
  const thing = ({ choice }: Toggle) => choice.name;
  const undo = (toggle: Toggle) => ({
    label: t('ui:undo'),
    onAction: () => run({ ...toggle, key: newIdempotencyKey(), on: !toggle.on }),
  });
  const add = useMutationToast(send, { ...adding, ok: t('done.added'), options: long, thing, undo });
  const remove = useMutationToast(send, { ...removing, ok: t('done.removed'), options: long, thing, undo });
  const run = (toggle: Toggle): void => void (toggle.on ? add(toggle) : remove(toggle));
  return run;
}

/** The brands that the seller carries: chosen at once, without edit mode (part 2, 4.1). */
export function BrandsSection({ lock }: ChoicesProps): ReactElement {
  const all = useBrandChoicesQuery(undefined);
  const own = useOwnBrandsQuery(undefined);
  return (
    <Choices
      of="brand"
      lock={lock}
      all={all}
      own={own}
      onToggle={useToggle({ fallback: 'brandAdd' }, { fallback: 'brandRemove' })}
    />
  );
}

/** The regions in which the seller works. */
export function RegionsSection({ lock }: ChoicesProps): ReactElement {
  const all = useRegionChoicesQuery(undefined);
  const own = useOwnRegionsQuery(undefined);
  return (
    <Choices
      of="region"
      lock={lock}
      all={all}
      own={own}
      onToggle={useToggle({ fallback: 'regionAdd' }, { fallback: 'regionRemove' })}
    />
  );
}

interface ListQuery {
  readonly data?: readonly Choice[] | undefined;
  readonly error?: QueryError | undefined;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface AllProps extends ChoicesProps, Pick<Toggle, 'of'> {
  readonly all: ListQuery;
  readonly own: ListQuery;
  readonly onToggle: (toggle: Toggle) => void;
}

interface Lists {
  readonly sorted: readonly Choice[];
  readonly own: readonly Choice[];
}

/** Reads both lists again, or the one that failed. */
function useLists(all: ListQuery, own: ListQuery) {
  const sorted = useMemo(() => all.data && [...all.data].sort((a, b) => compareFa(a.name, b.name)), [all.data]);
  return {
    data: sorted && own.data && { sorted, own: own.data },
    isLoading: all.isLoading || own.isLoading,
    isFetching: all.isFetching || own.isFetching,
    error: all.error ?? own.error,
    refetch: () => {
      for (const list of [all, own]) if (list.error) list.refetch();
    },
  };
}

function Choices({ of, lock, all, own, onToggle }: AllProps): ReactElement {
  const t = useText('settings');
  return (
    <Section
      id={`${of}s`}
      lock={lock}
      query={useLists(all, own)}
      summary={(lists) => summaryOf(lists.own, t)}
      view={(lists) => <Chooser of={of} lists={lists} onToggle={onToggle} />}
    />
  );
}

interface ChooserProps extends Pick<AllProps, 'of' | 'onToggle'> {
  readonly lists: Lists;
}

function Chooser({ of, lists: { sorted, own }, onToggle }: ChooserProps): ReactElement {
  const t = useText('settings');
  const [search, setSearch] = useState('');
  const chosen = useMemo(() => new Set(own.map((choice) => choice.id)), [own]);
  const shown = useMemo(() => sorted.filter(({ name }) => includesFa(name, search)), [sorted, search]);
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
      {shown.length > MANY ? (
        <VirtualList
          label={t(`sections.${of}s`)}
          name={search}
          column={COLUMN}
          estimate={CHIP}
          items={shown}
          renderItem={chip}
          isFetching={false}
          empty={null}
        />
      ) : (
        <Chips role="group" aria-label={t(`sections.${of}s`)}>
          {shown.map(chip)}
        </Chips>
      )}
      {shown.length === 0 && <Empty>{t('choices.noneFound')}</Empty>}
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
