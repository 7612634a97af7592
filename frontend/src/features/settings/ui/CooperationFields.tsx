import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { groupThousands, maskCard } from '../../../shared/lib/digits';
import { DateField } from '../../../shared/ui/DateField';
import { DigitField } from '../../../shared/ui/DigitField';
import { SelectField } from '../../../shared/ui/SelectField';
import { Switch } from '../../../shared/ui/Switch';
import { TextField } from '../../../shared/ui/TextField';
import type { FormPart } from './SellerEditor';

const COOPERATIONS = ['percentage', 'basket', 'amount'] as const;
const CARD_DIGITS = 16;
const SHEBA_DIGITS = 24;
const PERCENT = 'percentage';

/** The terms with the platform; exclusive sellers have none. */
export function CooperationFields({ form, errors, change }: FormPart): ReactElement {
  const { t } = useTranslation('settings');
  const isPercent = form.cooperation === PERCENT;
  return (
    <>
      <TextField
        label={t('seller.priceEditRange')}
        value={form.priceEditRange}
        error={errors.priceEditRange}
        onValueChange={(priceEditRange) => change({ priceEditRange })}
      />
      <Switch
        label={t('seller.nationalCard')}
        description={t(form.nationalCardReceived ? 'seller.received' : 'seller.notReceived')}
        checked={form.nationalCardReceived}
        onChange={(nationalCardReceived) => change({ nationalCardReceived })}
      />
      <SelectField
        label={t('seller.cooperation')}
        placeholder={t('seller.choose')}
        options={COOPERATIONS.map((value) => ({ value, label: t(`seller.cooperations.${value}`) }))}
        value={form.cooperation}
        error={errors.cooperation}
        // A commission of another kind would be read as a percentage, or the other way round.
        onValueChange={(cooperation) => change({ cooperation, commission: '' })}
      />
      <DigitField
        label={t('seller.commission')}
        format={groupThousands}
        decimals={isPercent ? 2 : 0}
        maxDigits={isPercent ? 6 : 13}
        endSlot={isPercent ? t('percent') : t('toman')}
        value={form.commission}
        error={errors.commission}
        onValueChange={(commission) => change({ commission })}
      />
      <DateField
        label={t('seller.commissionDate')}
        value={form.commissionDate}
        error={errors.commissionDate}
        onValueChange={(commissionDate) => change({ commissionDate })}
      />
      <DigitField
        label={t('seller.cardNumber')}
        maxDigits={CARD_DIGITS}
        format={maskCard}
        value={form.cardNumber}
        error={errors.cardNumber}
        onValueChange={(cardNumber) => change({ cardNumber })}
      />
      <div data-wide>
        <DigitField
          label={t('seller.sheba')}
          maxDigits={SHEBA_DIGITS}
          format={maskCard}
          endSlot="IR"
          value={form.sheba}
          error={errors.sheba}
          onValueChange={(sheba) => change({ sheba })}
        />
      </div>
    </>
  );
}
