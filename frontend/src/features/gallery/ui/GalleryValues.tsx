import type { ReactElement } from 'react';
import { useNow } from '../../../shared/hooks/useNow';
import { clockTime, jalaliAt } from '../../../shared/lib/jalali';
import { type TypeName, type as typeStyles } from '../../../shared/theme/tokens';
import { Badge, StatusDot } from '../../../shared/ui/Badge';
import { Card } from '../../../shared/ui/Card';
import { Code } from '../../../shared/ui/Code';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { ImageWithFallback } from '../../../shared/ui/ImageWithFallback';
import { Jalali } from '../../../shared/ui/Jalali';
import { Inline, Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import { Phone } from '../../../shared/ui/Phone';
import { Text } from '../../../shared/ui/Text';
import { GallerySection } from './GallerySection';

const instant = Date.UTC(2026, 10, 21, 10, 33, 22);
const tones = ['neutral', 'brand', 'success', 'danger', 'warning'] as const;
const toneNames = { neutral: 'معمولی', brand: 'ویژه', success: 'فعال', danger: 'سفارش دارد', warning: 'در حال ویرایش' };

function Clock(): ReactElement {
  return (
    <bdi dir="ltr" data-vrt-mask>
      {clockTime(useNow())}
    </bdi>
  );
}

export function GalleryValues(): ReactElement {
  return (
    <GallerySection id="values" title="متن و مقدار">
      <Stack gap={1}>
        {(Object.keys(typeStyles) as TypeName[]).map((name) => (
          <Text key={name} variant={name}>
            {name}: فروشگاه پخش مواد غذایی ۱۴۰۵
          </Text>
        ))}
      </Stack>
      <Card>
        <DefinitionGrid
          items={[
            { label: 'جمع سفارش', value: <Money amount={11_245_640} size="strong" /> },
            { label: 'بی‌مقدار', value: <Money amount={null} /> },
            { label: 'فشرده', value: <Money amount={1_234_000_000} compact /> },
            { label: 'تاریخ ثبت', value: <Jalali date={jalaliAt(instant)} /> },
            { label: 'تاریخ و ساعت', value: <Jalali date={instant} form="medium" time /> },
            { label: 'ساعت', value: <Clock /> },
            { label: 'تلفن همراه', value: <Phone number="09123456789" /> },
            { label: 'کد سفارش', value: <Code>1405-08-000123</Code> },
            { label: 'شبا', value: <Code latin>IR820540102680020817909002</Code>, wide: true },
            { label: 'تاریخ کامل', value: <Jalali date={jalaliAt(instant)} form="long" />, wide: true },
          ]}
        />
      </Card>
      <Money amount={11_245_640} size="amount" />
      <DefinitionGrid
        layout="rows"
        items={[
          { label: 'جمع خرید', value: <Money amount={9_996_000} /> },
          { label: 'مالیات', value: <Money amount={899_640} /> },
          { label: 'جمع کل', value: <Money amount={11_245_640} size="strong" /> },
        ]}
      />
      <Inline wrap gap={3}>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {toneNames[tone]}
          </Badge>
        ))}
      </Inline>
      <Inline wrap gap={4}>
        {tones.map((tone) => (
          <StatusDot key={tone} tone={tone}>
            {toneNames[tone]}
          </StatusDot>
        ))}
      </Inline>
      <Inline gap={3} align="flex-start">
        <div style={{ inlineSize: 120 }}>
          <ImageWithFallback src={null} alt="چای ممتاز" />
        </div>
        <div style={{ inlineSize: 120 }}>
          <ImageWithFallback src="/no-such-picture.png" alt="چای ممتاز" ratio="1" />
        </div>
        <div style={{ inlineSize: 90 }}>
          <ImageWithFallback src="/icons/icon.svg" alt="نشان" ratio="1" rounded="full" />
        </div>
      </Inline>
    </GallerySection>
  );
}
