import { Plus } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { type UseFieldArrayReturn, useFieldArray } from 'react-hook-form';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { AmountField } from '../../../shared/ui/AmountField';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import { TextArea } from '../../../shared/ui/TextArea';
import { TextField } from '../../../shared/ui/TextField';
import { toCardsBody, toLimitsBody, toTiersBody } from '../api/map';
import { newCardId } from '../model/cardIds';
import { cardsSchema, limitsSchema, tiersSchema } from '../model/schema';
import { isComplete, MAX_ITEMS, TIER_UNIT } from '../model/tierRules';
import { type CardKind, LIMITS, type Limits, type List, type TextCard, type Tier, type TierKind } from '../model/types';
import { useSectionForm } from '../model/useSectionForm';
import { Cards, RailCard } from './RailCard';
import type { EditorProps } from './Section';
import { SectionForm } from './SectionForm';

const UNITS = { minAmount: 'toman', minPackages: 'packages', shipping: 'toman' } as const;
const PERCENT_PLACES = 2;
const TEXT_MAX = 300;

interface ListEditorProps<Kind, Row> extends EditorProps<List<Row>> {
  readonly kind: Kind;
  readonly sellerId: string;
}

export function LimitsEditor({ children, ...props }: EditorProps<Limits>): ReactElement {
  const t = useText('settings');
  const section = useSectionForm({
    id: 'limits',
    schema: () => limitsSchema,
    toBody: toLimitsBody,
    ...props,
  });
  return (
    <SectionForm section={section} current={children}>
      {LIMITS.map((name) =>
        name === 'tax' ? (
          <TextField
            key={name}
            label={t('limits.tax')}
            description={t('limits.taxHelp')}
            value={formatPercent(props.copy.tax)}
            readOnly
            onValueChange={() => undefined}
          />
        ) : (
          <AmountField key={name} label={t(`limits.${name}`)} unit={t(UNITS[name])} {...section.form.bind(name)} />
        ),
      )}
    </SectionForm>
  );
}

/** All tiers of a kind, saved together or not at all. */
export function TiersEditor({ kind, sellerId, children, ...props }: ListEditorProps<TierKind, Tier>): ReactElement {
  const t = useText('settings');
  const section = useSectionForm({
    id: kind,
    schema: () => tiersSchema,
    toBody: toTiersBody(kind, sellerId),
    ...props,
  });
  const { control, bind } = section.form;
  const rows = useFieldArray({ control, name: 'items', keyName: 'key' });
  const last: Tier | undefined = bind('items').value.at(-1);
  const unit = t(TIER_UNIT[kind]);
  return (
    <SectionForm section={section} current={children}>
      <Rows
        of="tiers"
        label={section.toasts.thing}
        rows={rows}
        isInvalid={(index) => section.form.getFieldState(`items.${index}`, section.form.formState).invalid}
        isUnfinished={last !== undefined && !isComplete(last)}
        onAdd={() => rows.append({ id: newCardId(), from: null, to: null, percent: '' })}
      >
        {(index) => (
          <>
            <AmountField label={t('tiers.from')} unit={unit} {...bind(`items.${index}.from`)} />
            <AmountField label={t('tiers.to')} unit={unit} {...bind(`items.${index}.to`)} />
            <DigitField
              label={t('tiers.percent')}
              decimals={PERCENT_PLACES}
              maxDigits={6}
              endSlot={t('percent')}
              {...bind(`items.${index}.percent`)}
            />
          </>
        )}
      </Rows>
    </SectionForm>
  );
}

/** All cards of a kind, saved together or not at all. */
export function CardsEditor({ kind, sellerId, children, ...props }: ListEditorProps<CardKind, TextCard>): ReactElement {
  const section = useSectionForm({
    id: kind,
    schema: () => cardsSchema,
    toBody: toCardsBody(sellerId),
    ...props,
  });
  const { control, bind } = section.form;
  const rows = useFieldArray({ control, name: 'items', keyName: 'key' });
  const last: TextCard | undefined = bind('items').value.at(-1);
  return (
    <SectionForm section={section} current={children}>
      <Rows
        of="cards"
        label={section.toasts.thing}
        rows={rows}
        isInvalid={(index) => section.form.getFieldState(`items.${index}`, section.form.formState).invalid}
        isUnfinished={last?.text.trim() === ''}
        onAdd={() => rows.append({ id: newCardId(), text: '' })}
      >
        {(index, title) => (
          <TextArea label={title} labelHidden maxLength={TEXT_MAX} rows={5} {...bind(`items.${index}.text`)} />
        )}
      </Rows>
    </SectionForm>
  );
}

interface RowsProps {
  readonly of: 'tiers' | 'cards';
  readonly label: string;
  readonly rows: Pick<UseFieldArrayReturn, 'remove'> & { readonly fields: readonly { readonly key: string }[] };
  readonly isInvalid: (index: number) => boolean;
  /** The last one is not filled in yet, so no other can be added. */
  readonly isUnfinished: boolean;
  readonly onAdd: () => void;
  readonly children: (index: number, title: string) => ReactNode;
}

/** The rail of cards with fields; cards can be added and removed. */
function Rows({ of, label, rows, isInvalid, isUnfinished, onAdd, children }: RowsProps): ReactElement {
  const t = useText('settings');
  const { fields, remove } = rows;
  const refused = isUnfinished ? t(`lists.${of}.finishLast`) : undefined;
  return (
    <>
      <Cards label={label}>
        {fields.map(({ key }, index) => {
          const title = t(`lists.${of}.card`, { number: formatNumber(index + 1) });
          return (
            <RailCard key={key} title={title} invalid={isInvalid(index)} onRemove={() => remove(index)}>
              {children(index, title)}
            </RailCard>
          );
        })}
      </Cards>
      <Button
        variant="secondary"
        icon={<Plus />}
        disabledReason={fields.length >= MAX_ITEMS ? t('full') : refused}
        onClick={onAdd}
      >
        {t(`lists.${of}.add`)}
      </Button>
    </>
  );
}
