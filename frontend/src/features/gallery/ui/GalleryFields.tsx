import { type ReactElement, useState } from 'react';
import { localDigits } from '../../../shared/lib/digits';
import { groupThousands, maskCard, maskTime } from '../../../shared/lib/masks';
import { AmountField } from '../../../shared/ui/AmountField';
import { DateField } from '../../../shared/ui/DateField';
import { DigitField } from '../../../shared/ui/DigitField';
import { CardGrid, Inline, Stack } from '../../../shared/ui/Layout';
import { PasswordField } from '../../../shared/ui/PasswordField';
import { SearchField } from '../../../shared/ui/SearchField';
import { Segmented } from '../../../shared/ui/Segmented';
import { SelectField } from '../../../shared/ui/SelectField';
import { StatFilter } from '../../../shared/ui/StatFilter';
import { Switch } from '../../../shared/ui/Switch';
import { TextArea } from '../../../shared/ui/TextArea';
import { TextField } from '../../../shared/ui/TextField';
import { ToggleChip } from '../../../shared/ui/ToggleChip';
import { GallerySection } from './GallerySection';

const periods = [
  { value: 'all', label: 'همه' },
  { value: 'today', label: 'امروز' },
  { value: 'week', label: 'این هفته' },
  { value: 'month', label: 'این ماه' },
  { value: 'range', label: 'بازه' },
] as const;
const kinds = [
  { value: 'percent', label: 'درصدی' },
  { value: 'basket', label: 'سبدی' },
  { value: 'amount', label: 'مبلغی' },
] as const;

export function GalleryFields(): ReactElement {
  const [text, setText] = useState('پخش البرز');
  const [note, setNote] = useState('لطفاً پیش از ظهر تحویل شود.');
  const [phone, setPhone] = useState('0912345678');
  const [password, setPassword] = useState('abc1234567');
  const [price, setPrice] = useState<number | null>(1_260_000);
  const [quantity, setQuantity] = useState('1234567');
  const [percent, setPercent] = useState('2.5');
  const [time, setTime] = useState('1430');
  const [card, setCard] = useState('6037991234567890');
  const [date, setDate] = useState('1405/08/30');
  const [wrong, setWrong] = useState('1404/12/30');
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('basket');
  const [period, setPeriod] = useState<(typeof periods)[number]['value']>('week');
  const [stat, setStat] = useState<'all' | 'open' | 'done'>('all');
  const [on, setOn] = useState(true);
  const [query, setQuery] = useState('');
  const [chips, setChips] = useState<readonly string[]>(['تهران']);
  return (
    <GallerySection id="fields" title="فیلد">
      <CardGrid>
        <TextField label="نام فروشگاه" value={text} onValueChange={setText} description="همان که مشتری می‌بیند" />
        <TextField label="عنوان" value="" placeholder="مثلاً سوپرمارکت" onValueChange={setText} />
        <DigitField
          label="تلفن همراه"
          value={phone}
          maxDigits={11}
          onValueChange={setPhone}
          counter={<bdi>{localDigits(phone.length)} از ۱۱</bdi>}
          error={phone.length === 11 ? null : 'تلفن همراه باید شامل ۱۱ عدد باشد.'}
        />
        <PasswordField label="رمز عبور" value={password} onValueChange={setPassword} />
        <AmountField label="قیمت خرید" value={price} onValueChange={setPrice} />
        <DigitField label="موجودی" value={quantity} onValueChange={setQuantity} format={groupThousands} endSlot="عدد" />
        <DigitField
          label="درصد توافقی"
          value={percent}
          decimals={2}
          format={groupThousands}
          onValueChange={setPercent}
          endSlot="٪"
        />
        <DigitField label="ساعت پایان سفارش" value={time} maxDigits={4} format={maskTime} onValueChange={setTime} />
        <DigitField label="شماره کارت" value={card} maxDigits={16} format={maskCard} onValueChange={setCard} />
        <DateField label="تاریخ شروع" value={date} onValueChange={setDate} />
        <DateField label="تاریخ نادرست" value={wrong} onValueChange={setWrong} />
        <DateField label="روز اول" order="dmy" value="" onValueChange={setDate} />
        <SelectField label="نوع همکاری" options={kinds} value={kind} onValueChange={setKind} />
        <TextField label="غیرفعال" value="۹٪" disabled onValueChange={setText} />
        <TextField label="فقط خواندنی" value="۱۴۰۵-۰۸" readOnly onValueChange={setText} />
        <TextArea label="توضیحات" value={note} onValueChange={setNote} maxLength={300} />
      </CardGrid>
      <SearchField label="جستجوی کالا" value={query} onValueChange={setQuery} />
      <Segmented label="دوره" options={periods} value={period} onSelect={setPeriod} />
      <Segmented label="نوع همکاری" variant="track" options={kinds} value={kind} onSelect={setKind} />
      <StatFilter
        label="وضعیت"
        value={stat}
        onSelect={setStat}
        items={[
          { value: 'all', label: 'همهٔ مشتریان', count: 1284 },
          { value: 'open', label: 'سفارش دارد', count: 37, tone: 'danger' },
          { value: 'done', label: 'سفارش ندارد', count: undefined, tone: 'success' },
        ]}
      />
      <Stack gap={1}>
        <Switch label="فروشگاه فعال است" description="مشتریان می‌توانند سفارش دهند" checked={on} onChange={setOn} />
        <Switch label="در حال ذخیره" checked busy onChange={setOn} />
        <Switch label="غیرفعال" checked={false} disabled onChange={setOn} />
      </Stack>
      <Inline wrap gap={2}>
        {['تهران', 'کرج', 'قزوین', 'اصفهان'].map((region) => (
          <ToggleChip
            key={region}
            selected={chips.includes(region)}
            onChange={(chosen) => setChips(chosen ? [...chips, region] : chips.filter((chip) => chip !== region))}
          >
            {region}
          </ToggleChip>
        ))}
      </Inline>
    </GallerySection>
  );
}
