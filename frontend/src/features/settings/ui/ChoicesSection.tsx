import styled from '@emotion/styled';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryError } from '../../../shared/api/appError';
import type { ErrorKey } from '../../../shared/api/errorLines';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { useMutationToast } from '../../../shared/api/useMutationToast';
import { useSteadyActions } from '../../../shared/hooks/useSteadyActions';
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
  useToggleBrandMutation,
  useToggleRegionMutation,
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
function useToggle(
  trigger: (toggle: Toggle) => { unwrap: () => Promise<unknown> },
  adding: Failure,
  removing: Failure,
): (toggle: Toggle) => void {
  const { t } = useTranslation(['settings', 'ui']);
  const thing = ({ choice }: Toggle) => choice.name;
  const undo = (toggle: Toggle) => ({
    label: t('ui:undo'),
    onAction: () => run({ ...toggle, key: newIdempotencyKey(), on: !toggle.on }),
  });
  const add = useMutationToast(trigger, { ...adding, ok: t('done.added'), options: long, thing, undo });
  const remove = useMutationToast(trigger, { ...removing, ok: t('done.removed'), options: long, thing, undo });
  const run = (toggle: Toggle): void => {
    void (toggle.on ? add(toggle) : remove(toggle));
  };
  return run;
}

/** The brands that the seller carries: chosen at once, without edit mode (part 2, 4.1). */
export function BrandsSection({ lock }: ChoicesProps): ReactElement {
  const all = useBrandChoicesQuery(undefined);
  const own = useOwnBrandsQuery(undefined);
  const toggle = useToggle(useToggleBrandMutation()[0], { fallback: 'brandAdd' }, { fallback: 'brandRemove' });
  return <ChoicesSection id="brands" lock={lock} all={all} own={own} onToggle={toggle} />;
}

/** The regions in which the seller works. */
export function RegionsSection({ lock }: ChoicesProps): ReactElement {
  const all = useRegionChoicesQuery(undefined);
  const own = useOwnRegionsQuery(undefined);
  const toggle = useToggle(useToggleRegionMutation()[0], { fallback: 'regionAdd' }, { fallback: 'regionRemove' });
  return <ChoicesSection id="regions" lock={lock} all={all} own={own} onToggle={toggle} />;
}

interface ListQuery {
  readonly data?: readonly Choice[] | undefined;
  readonly error?: QueryError | undefined;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface ChoicesSectionProps extends ChoicesProps {
  readonly id: 'brands' | 'regions';
  readonly all: ListQuery;
  readonly own: ListQuery;
  readonly onToggle: (toggle: Toggle) => void;
}

function ChoicesSection({ id, lock, all, own, onToggle }: ChoicesSectionProps): ReactElement {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useState('');
  const chosen = useMemo(() => new Set(own.data?.map((choice) => choice.id)), [own.data]);
  const sorted = useMemo(() => [...(all.data ?? [])].sort((a, b) => compareFa(a.name, b.name)), [all.data]);
  const shown = useMemo(() => sorted.filter(({ name }) => includesFa(name, search)), [sorted, search]);
  const { toggle } = useSteadyActions({ toggle: onToggle });
  const chip = useCallback(
    (choice: Choice): ReactElement => (
      <ToggleChip
        key={choice.id}
        selected={chosen.has(choice.id)}
        onChange={(on) => toggle({ key: newIdempotencyKey(), choice, on })}
      >
        {choice.name}
      </ToggleChip>
    ),
    [chosen, toggle],
  );
  const query = {
    isLoading: all.isLoading || own.isLoading,
    isFetching: (all.isFetching && all.error !== undefined) || (own.isFetching && own.error !== undefined),
    error: all.error ?? own.error,
    refetch: () => {
      if (all.error) all.refetch();
      if (own.error) own.refetch();
    },
  };
  return (
    <Section id={id} lock={lock} query={query} summary={summaryOf(own.data, t)} editRefused={t('choices.noEdit')}>
      <Stack gap={3}>
        {own.data?.length === 0 && <Empty>{t(`choices.${id}Empty`)}</Empty>}
        {(all.data?.length ?? 0) >= SEARCH_FROM && (
          <SearchField label={t(`choices.${id}Search`)} value={search} onValueChange={setSearch} />
        )}
        {shown.length > MANY ? (
          <VirtualList
            label={t(`sections.${id}`)}
            name={search}
            column={COLUMN}
            estimate={CHIP}
            items={shown}
            renderItem={chip}
            isFetching={false}
            empty={null}
          />
        ) : (
          <Chips role="group" aria-label={t(`sections.${id}`)}>
            {shown.map(chip)}
          </Chips>
        )}
        {shown.length === 0 && <Empty>{t('choices.noneFound')}</Empty>}
      </Stack>
    </Section>
  );
}

function summaryOf(
  own: readonly Choice[] | undefined,
  t: ReturnType<typeof useTranslation<'settings'>>['t'],
): string | undefined {
  if (own === undefined) return undefined;
  if (own.length === 0) return t('choices.none');
  const names = own.slice(0, NAMED).map(({ name }) => name);
  const rest = own.length - names.length;
  return formatList(rest > 0 ? [...names, t('choices.more', { count: formatNumber(rest) })] : names);
}

const Chips = styled.div({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
const Empty = styled.p({ ...type.label, color: colors.muted });
