import { Tag } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSettledText } from '../../../shared/hooks/useSettledText';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { Inline, Stack } from '../../../shared/ui/Layout';
import { OptionMenu } from '../../../shared/ui/OptionMenu';
import { SearchField } from '../../../shared/ui/SearchField';
import { Segmented } from '../../../shared/ui/Segmented';
import { useCatalogueBrandsQuery } from '../../product/catalogue/endpoints';
import { isSearching, SHELVES } from '../filter';
import type { Picker } from './usePicker';

/** Search, shelf and brands of a picker, for the header of its page. */
export function PickerBar({ picker }: { readonly picker: Picker }): ReactElement {
  const t = useText('goods');
  const { filter, onFilter } = picker;
  const brands = useCatalogueBrandsQuery(undefined);
  const [typed, setTyped] = useSettledText(filter.search, (search) => onFilter({ search }));
  return (
    <Stack gap={2}>
      <SearchField label={t('search')} value={typed} onValueChange={setTyped} />
      <Inline gap={2} wrap>
        <Segmented
          label={t('shelf.label')}
          options={SHELVES.map((value) => ({ value, label: t(`shelf.${value}`) }))}
          value={isSearching(filter) ? 'all' : filter.shelf}
          onSelect={(shelf) => onFilter({ shelf, ...(shelf === 'guide' && { search: '', brands: [] }) })}
        />
        {brands.data && brands.data.length > 1 && (
          <OptionMenu
            label={t('brands')}
            icon={<Tag size={16} />}
            {...(filter.brands.length > 0 && {
              summary: t('brandsChosen', { count: filter.brands.length, number: formatNumber(filter.brands.length) }),
            })}
            options={brands.data.map(({ id, name }) => ({ value: id, label: name }))}
            selected={filter.brands}
            onChange={(chosen) => onFilter({ brands: chosen })}
            mode="multiple"
          />
        )}
      </Inline>
    </Stack>
  );
}
