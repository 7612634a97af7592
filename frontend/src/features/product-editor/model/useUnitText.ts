import { useUnitsQuery } from '../../../entities/product/catalogue/endpoints';
import { useText } from '../../../shared/i18n/useText';
import { DASH } from '../../../shared/lib/punctuation';

/** What a type is sold in: single pieces, or packages of some kind (part 2, 3.8). */
export function useUnitText(unitId: string): string {
  const t = useText('catalogue');
  const { data: units } = useUnitsQuery(undefined);
  const unit = units?.find(({ id }) => id === unitId);
  if (!unit) return DASH;
  return unit.isNumeric ? t('card.numeric') : t('card.package', { name: unit.name });
}
