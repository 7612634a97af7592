import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { space } from '../../../shared/theme/tokens';
import { lazyPart, NotYet } from '../../../shared/ui/lazyPart';
import { ToggleChip } from '../../../shared/ui/ToggleChip';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden';
import { ALL_LINES, type Kinds, type LineFilter } from '../model/lineFilter';

const SearchField = lazyPart(async () => (await import('../../../shared/ui/SearchField')).SearchField, NotYet);

interface LineFinderProps {
  readonly filter: LineFilter;
  readonly onFilter: (filter: LineFilter) => void;
  /** The order is long enough for a search. */
  readonly searchable: boolean;
  readonly kinds: Kinds;
  /** How many lines match, of how many. */
  readonly found: number;
  readonly all: number;
  /** At the end of the first line. */
  readonly children: ReactNode;
}

/** Finds lines of an order: by their names, and those that want attention. */
export function LineFinder({
  filter,
  onFilter,
  searchable,
  kinds,
  found,
  all,
  children,
}: LineFinderProps): ReactElement | null {
  const t = useText('order');
  const chips = (['short', 'changed'] as const)
    .filter((kind) => kinds[kind].size > 0 || filter.only === kind)
    .map((kind) => (
      <ToggleChip
        key={kind}
        selected={filter.only === kind}
        onChange={(on) =>
          onFilter({ ...ALL_LINES, search: filter.search, ...(on && { only: kind, kept: kinds[kind] }) })
        }
      >
        {t(`find.${kind}`, { number: formatNumber(kinds[kind].size) })}
      </ToggleChip>
    ));
  if (!searchable && chips.length === 0 && !children) return null;
  return (
    <Bar>
      {searchable && (
        <Search>
          <SearchField
            label={t('find.search')}
            value={filter.search}
            onValueChange={(search) => onFilter({ ...filter, search })}
          />
        </Search>
      )}
      {!searchable && chips}
      {children}
      {searchable && chips.length > 0 && <Chips>{chips}</Chips>}
      <VisuallyHidden role="status">
        {found < all && t('find.found', { count: all, found: formatNumber(found), all: formatNumber(all) })}
      </VisuallyHidden>
    </Bar>
  );
}

const Bar = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(2),
  // The link to more goods.
  '& > a': { marginInlineStart: 'auto' },
});

// Below the search.
const Chips = styled.div({ display: 'flex', flexWrap: 'wrap', gap: space(2), flexBasis: '100%' });

// As high as its field before that has come.
const Search = styled.div({ flex: '1 1 160px', minInlineSize: 0, minBlockSize: '52px' });
