import { type ReactElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maskTime } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { parseJalali } from '../../../shared/lib/jalali';
import { DateField } from '../../../shared/ui/DateField';
import { DigitField } from '../../../shared/ui/DigitField';
import { Stack } from '../../../shared/ui/Layout';
import { SelectField } from '../../../shared/ui/SelectField';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useEditRuleMutation } from '../api/endpoints';
import { deliveryFail, MAX_DAYS } from '../model/delivery';
import { DELIVERY, type DeliveryRule, type RuleKind, type Versioned } from '../model/types';
import { useSave } from '../model/useSave';
import { ConflictDialog } from './ConflictDialog';
import { DeliveryPreview } from './DeliveryPreview';
import { EditBar } from './Section';

const short = { duration: toastDuration.short };
const TIME_DIGITS = 4;
const NONE = '-1';
const RANGE = Array.from({ length: MAX_DAYS }, (_, index) => String(index + 1));

interface DeliveryEditorProps {
  readonly kind: RuleKind;
  readonly given: Versioned<DeliveryRule>;
  readonly reload: () => Promise<number | null>;
  readonly onDone: () => void;
  /** The rule as it stands on the server. */
  readonly children: ReactNode;
}

export function DeliveryEditor({ kind, given, reload, onDone, children }: DeliveryEditorProps): ReactElement {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState(given.value);
  const [edit] = useEditRuleMutation();
  const { busy, save, conflict } = useSave({
    version: given.version,
    send: (write: Omit<Parameters<typeof edit>[0], 'kind'>) => edit({ kind, ...write }).unwrap(),
    reload,
    onSaved: onDone,
    duration: toastDuration.short,
  });
  const change = (part: Partial<DeliveryRule>): void => setTyped((now) => ({ ...now, ...part }));

  /** A period that ends before it starts is refused at once, and what hangs on it is cleared (part 2, section 5). */
  const changePeriod = (part: Pick<Partial<DeliveryRule>, 'start' | 'end'>): void => {
    const next = { ...typed, ...part };
    if (parseJalali(next.start) !== null && parseJalali(next.end) !== null && deliveryFail(1, next) === 'reversed') {
      toast.error(t('fail.period'), short);
      setTyped({ ...next, start: '', preparation: null, deliveryDate: null });
    } else setTyped(next);
  };

  const submit = (): void => {
    const fail = deliveryFail(kind, typed);
    if (fail) toast.error(t(fail === 'reversed' ? 'fail.period' : `fail.delivery.${fail}`), short);
    else void save(typed);
  };

  const days = RANGE.map((value) => ({ value, label: t('delivery.days', { count: formatNumber(Number(value)) }) }));
  return (
    <form
      noValidate
      aria-label={t('delivery.title')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        {kind === 1 ? (
          <>
            <DateField
              label={t('delivery.start')}
              value={typed.start}
              onValueChange={(start) => changePeriod({ start })}
            />
            <DateField label={t('delivery.end')} value={typed.end} onValueChange={(end) => changePeriod({ end })} />
            <SelectField
              label={t('delivery.preparation')}
              options={[{ value: NONE, label: t('delivery.noPreparation') }, ...days]}
              value={typed.preparation === null ? NONE : String(typed.preparation)}
              onValueChange={(value) => change({ preparation: value === NONE ? null : Number(value) })}
            />
          </>
        ) : (
          <>
            <SelectField
              label={t('delivery.daysAfter')}
              placeholder={t('seller.choose')}
              options={days}
              value={typed.daysAfter === null ? '' : String(typed.daysAfter)}
              onValueChange={(value) => change({ daysAfter: Number(value) })}
            />
            <DigitField
              label={t('delivery.cutOff')}
              description={t('delivery.cutOffHelp')}
              placeholder={t('delivery.timeHint')}
              maxDigits={TIME_DIGITS}
              format={maskTime}
              value={typed.cutOff}
              onValueChange={(cutOff) => change({ cutOff })}
            />
          </>
        )}
        <DeliveryPreview kind={kind} rule={typed} />
        <EditBar
          busy={busy}
          onCancel={() => {
            toast.info(t('done.dropped'), short);
            onDone();
          }}
        />
        <ConflictDialog conflict={conflict} section={DELIVERY} busy={busy} onTaken={onDone}>
          {children}
        </ConflictDialog>
      </Stack>
    </form>
  );
}
