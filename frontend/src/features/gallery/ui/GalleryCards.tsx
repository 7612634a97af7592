import { MapPin, Pencil, Store, Tags, Truck } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { jalaliAt } from '../../../shared/lib/jalali';
import { iconStroke } from '../../../shared/theme/tokens';
import { Accordion, AccordionItem } from '../../../shared/ui/Accordion';
import { StatusDot } from '../../../shared/ui/Badge';
import { Card } from '../../../shared/ui/Card';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { IconButton } from '../../../shared/ui/IconButton';
import { Jalali } from '../../../shared/ui/Jalali';
import { CardGrid, Inline } from '../../../shared/ui/Layout';
import { CardLink } from '../../../shared/ui/Link';
import { Notice } from '../../../shared/ui/Notice';
import { Phone } from '../../../shared/ui/Phone';
import { Rail } from '../../../shared/ui/Rail';
import { RailDots } from '../../../shared/ui/RailDots';
import { Text } from '../../../shared/ui/Text';
import { GallerySection } from './GallerySection';

const icon = { size: 20, strokeWidth: iconStroke, 'aria-hidden': true } as const;

const TYPES = ['کارتن ۲۴ تایی', 'بستهٔ ۶ تایی', 'تکی'].map((name) => ({
  id: name,
  label: name,
  content: <Card tone="brand">{name}</Card>,
}));

function CustomerCard({ dimmed = false }: { dimmed?: boolean }): ReactElement {
  return (
    <Card as="article" interactive dimmed={dimmed}>
      <Inline justify="space-between">
        <CardLink to="/">
          <Text variant="heading">سوپرمارکت ستاره</Text>
        </CardLink>
        <StatusDot tone="danger">سفارش دارد</StatusDot>
      </Inline>
      <Text as="p" variant="label" tone="muted">
        خواربارفروشی · فروشگاه مرکزی شهرک
      </Text>
      <Inline justify="space-between">
        <Phone number="09123456789" variant="button" />
        <Text variant="caption" tone="muted">
          آخرین سفارش: <Jalali date={jalaliAt(1_795_000_000_000)} />
        </Text>
      </Inline>
    </Card>
  );
}

export function GalleryCards(): ReactElement {
  const [open, setOpen] = useState<string | null>('brands');
  const [type, setType] = useState(0);
  return (
    <GallerySection id="cards" title="کارت و بخش">
      <CardGrid>
        <CustomerCard />
        <CustomerCard dimmed />
        <Card tone="sunken">فرورفته</Card>
        <Card tone="brand">ویژه</Card>
        <Card tone="warning">در حال ویرایش</Card>
        <Card tone="danger">خطر</Card>
      </CardGrid>
      <Rail id="gallery-types" slides={TYPES} index={type} onIndexChange={setType} />
      <RailDots
        id="gallery-types"
        label="نوع‌های کالا"
        slides={TYPES}
        index={type}
        onSelect={(next) => {
          setType(next);
          return true;
        }}
      />
      <Notice>فروشگاه شما تا پایان اشتراک فعال می‌ماند.</Notice>
      <Notice tone="success">تغییر وضعیت فروشگاه با موفقیت انجام شد.</Notice>
      <Notice tone="warning">اشتراک شما سه روز دیگر پایان می‌یابد.</Notice>
      <Notice tone="danger">لطفا هر دو تاریخ شروع و پایان را انتخاب کنید</Notice>
      <Accordion openId={open} onRequest={setOpen}>
        <AccordionItem id="seller" title="مشخصات فروشنده" icon={<Store {...icon} />} summary="پخش البرز · فعال">
          متن بخش
        </AccordionItem>
        <AccordionItem
          id="brands"
          title="برندها"
          icon={<Tags {...icon} />}
          summary="۱۲ برند"
          action={<IconButton label="ویرایش برندها" icon={<Pencil {...icon} />} />}
        >
          <DefinitionGrid
            items={[
              { label: 'برندهای انتخاب‌شده', value: '۱۲' },
              { label: 'همهٔ برندها', value: '۴۸' },
            ]}
          />
        </AccordionItem>
        <AccordionItem
          id="regions"
          title="مناطق"
          icon={<MapPin {...icon} />}
          summary="تهران، کرج، قزوین، اصفهان، شیراز، مشهد و تبریز"
        >
          متن بخش
        </AccordionItem>
        <AccordionItem
          id="delivery"
          title="تنظیمات تحویل"
          icon={<Truck {...icon} />}
          summary="۳ روز پس از سفارش"
          locked
        >
          متن بخش
        </AccordionItem>
      </Accordion>
    </GallerySection>
  );
}
