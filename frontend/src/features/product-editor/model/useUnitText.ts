import { useUnitsQuery } from '../../../entities/product/catalogue/endpoints';
import { useText } from '../../../shared/i18n/useText';

const UNKNOWN = '\u2014';

/** What a type is sold in: single pieces, or packages of some kind (part 2, 3.8). */
export function useUnitText(unitId: string): string {
  const t = useText('catalogue');
  const { data: units } = useUnitsQuery(undefined);
  const unit = units?.find(({ id }) => id === unitId);
  if (!unit) return UNKNOWN;
  return unit.isNumeric ? t('card.numeric') : t('card.package', { name: unit.name });
}
