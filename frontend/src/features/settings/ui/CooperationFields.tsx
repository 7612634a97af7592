import { type ReactElement, useCallback, useMemo } from 'react';
import type { Proposal, SellerForm } from '../../../entities/seller/types';
import { DateField, DigitField, SelectField, Switch, TextField } from '../../../shared/form/fields';
import { useText } from '../../../shared/i18n/useText';
import { groupThousands, maskCard } from '../../../shared/lib/masks';
import { AMOUNT_MAX } from '../../../shared/ui/AmountField';
import { ProposalNote } from './ProposalNote';
import type { FormPart } from './SellerEditor';

const COOPERATIONS = ['percentage', 'basket', 'amount'] as const;
const CARD_DIGITS = 16;
const SHEBA_DIGITS = 24;
const PERCENT = 'percentage';

interface CooperationFieldsProps extends FormPart {
  readonly proposal: Proposal | null;
}

/** The terms with the platform; exclusive sellers have none. */
export function CooperationFields({ form, proposal }: CooperationFieldsProps): ReactElement {
  const t = useText('settings');
  const received = form.bind('nationalCardReceived');
  const cooperation = form.bind('cooperation');
  const commission = form.bind('commission');
  const isPercent = cooperation.value === PERCENT;
  const kinds = useMemo(() => COOPERATIONS.map((value) => ({ value, label: t(`seller.cooperations.${value}`) })), [t]);
  const { onValueChange: setKind } = cooperation;
  const { onValueChange: setCommission } = commission;
  // An amount would be read as a percentage, or the other way round.
  const chooseKind = useCallback(
    (chosen: SellerForm['cooperation']) => {
      setKind(chosen);
      setCommission('');
    },
    [setKind, setCommission],
  );
  return (
    <>
      <TextField label={t('seller.priceEditRange')} {...form.bind('priceEditRange')} />
      <Switch
        label={t('seller.nationalCard')}
        description={t(received.value ? 'seller.received' : 'seller.notReceived')}
        checked={received.value}
        onChange={received.onValueChange}
      />
      {proposal && (
        <div data-wide>
          <ProposalNote proposal={proposal} />
        </div>
      )}
      <SelectField
        label={t('seller.cooperation')}
        placeholder={t('seller.choose')}
        options={kinds}
        {...cooperation}
        onValueChange={chooseKind}
      />
      <DigitField
        label={t('seller.commission')}
        format={groupThousands}
        decimals={isPercent ? 2 : 0}
        max={isPercent ? 100 : AMOUNT_MAX}
        endSlot={isPercent ? t('percent') : t('toman')}
        {...commission}
      />
      <DateField label={t('seller.commissionDate')} {...form.bind('commissionDate')} />
      <DigitField
        label={t('seller.cardNumber')}
        maxDigits={CARD_DIGITS}
        format={maskCard}
        {...form.bind('cardNumber')}
      />
      <div data-wide>
        <DigitField
          label={t('seller.sheba')}
          maxDigits={SHEBA_DIGITS}
          format={maskCard}
          endSlot="IR"
          {...form.bind('sheba')}
        />
      </div>
    </>
  );
}
