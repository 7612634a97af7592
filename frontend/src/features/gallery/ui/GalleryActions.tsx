import { Ban, FilterX, Pencil, Plus, Printer, Save, SlidersHorizontal, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { iconStroke } from '../../../shared/theme/tokens';
import { ActionMenu } from '../../../shared/ui/ActionMenu';
import { Button } from '../../../shared/ui/Button';
import type { ButtonVariant } from '../../../shared/ui/buttonStyles';
import { IconButton } from '../../../shared/ui/IconButton';
import { Inline } from '../../../shared/ui/Layout';
import { LinkButton, TextLink } from '../../../shared/ui/Link';
import { OptionMenu } from '../../../shared/ui/OptionMenu';
import { Stepper } from '../../../shared/ui/Stepper';
import { GallerySection } from './GallerySection';

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger', 'dangerSoft'];
const names = { primary: 'ذخیره', secondary: 'انصراف', ghost: 'بیشتر', danger: 'حذف', dangerSoft: 'لغو سفارش' };
const icon = { size: 20, strokeWidth: iconStroke, 'aria-hidden': true } as const;
const nothing = () => undefined;

const sorts = [
  { value: 'newest', label: 'جدیدترین' },
  { value: 'oldest', label: 'قدیمی‌ترین' },
  { value: 'sales', label: 'پرفروش‌ترین' },
] as const;
const brands = [
  { value: 'a', label: 'گلستان' },
  { value: 'b', label: 'طبیعت' },
  { value: 'c', label: 'مهرام' },
] as const;

export function GalleryActions(): ReactElement {
  const [count, setCount] = useState(12);
  const [refusals, setRefusals] = useState(0);
  const [sort, setSort] = useState<(typeof sorts)[number]['value'][]>(['newest']);
  const [brand, setBrand] = useState<(typeof brands)[number]['value'][]>(['a']);
  return (
    <GallerySection id="actions" title="دکمه و منو">
      {(['md', 'lg', 'sm'] as const).map((size) => (
        <Inline key={size} wrap gap={3}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {names[variant]}
            </Button>
          ))}
        </Inline>
      ))}
      <Inline wrap gap={3}>
        <Button icon={<Save {...icon} />}>ذخیره</Button>
        <Button busy>در حال ذخیره</Button>
        <Button variant="secondary" busy>
          در حال بررسی
        </Button>
        <Button disabled>غیرفعال</Button>
        <Button variant="secondary" disabledReason="اتصال اینترنت برقرار نیست">
          بدون اتصال
        </Button>
        <LinkButton to="/" variant="secondary" icon={<Plus {...icon} />}>
          پیوند
        </LinkButton>
        <TextLink to="/">پیوند در متن</TextLink>
      </Inline>
      <Button fullWidth size="lg">
        ورود
      </Button>
      <Inline wrap gap={2}>
        <IconButton label="ویرایش" icon={<Pencil {...icon} />} />
        <IconButton label="ویرایش" variant="soft" icon={<Pencil {...icon} />} />
        <IconButton label="ویرایش" variant="outline" icon={<Pencil {...icon} />} />
        <IconButton label="افزودن" variant="brand" icon={<Plus {...icon} />} />
        <IconButton label="حذف" variant="danger" icon={<Trash2 {...icon} />} />
        <IconButton label="در حال کار" busy icon={<Pencil {...icon} />} />
        <IconButton label="غیرفعال" disabled icon={<Pencil {...icon} />} />
        <ActionMenu
          label="کارهای سفارش"
          items={[
            { id: 'print', label: 'چاپ', icon: <Printer {...icon} />, onAction: nothing },
            { id: 'edit', label: 'ویرایش', icon: <Pencil {...icon} />, onAction: nothing },
            { id: 'save', label: 'ذخیره', icon: <Save {...icon} />, disabled: true, onAction: nothing },
            { id: 'cancel', label: 'لغو سفارش', icon: <Ban {...icon} />, tone: 'danger', onAction: nothing },
          ]}
        />
      </Inline>
      <Inline wrap gap={2}>
        <OptionMenu
          label="ترتیب"
          summary={sorts.find((item) => item.value === sort[0])?.label ?? 'ترتیب'}
          icon={<SlidersHorizontal size={18} strokeWidth={iconStroke} aria-hidden />}
          options={sorts}
          selected={sort}
          onChange={setSort}
          mode="single"
        />
        <OptionMenu label="برند" options={brands} selected={brand} onChange={setBrand} mode="multiple" />
        <Button variant="ghost" size="sm" icon={<FilterX size={16} strokeWidth={iconStroke} aria-hidden />}>
          حذف صافی‌ها
        </Button>
      </Inline>
      <Inline wrap gap={4}>
        <Stepper label="چای ممتاز" value={count} onChange={setCount} />
        <Stepper label="در حال بررسی" value={3} busy onChange={nothing} />
        <Stepper label="ناموجود" value={2} refusals={refusals} onChange={() => setRefusals(refusals + 1)} />
        <Stepper label="بسته" value={5} disabled onChange={nothing} />
      </Inline>
    </GallerySection>
  );
}
