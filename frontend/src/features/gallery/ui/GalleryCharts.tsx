import type { ReactElement } from 'react';
import { localDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { addDays, type JalaliDate, parseJalali } from '../../../shared/lib/jalali';
import { withUnit } from '../../../shared/lib/units';
import { BarRow } from '../../../shared/ui/BarRow';
import { Card } from '../../../shared/ui/Card';
import { CardGrid, Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import { SeriesChart, type SeriesPoint } from '../../../shared/ui/SeriesChart';
import { GallerySection } from './GallerySection';

const start = parseJalali('1405/08/01') as JalaliDate;
const month: readonly SeriesPoint[] = Array.from({ length: 30 }, (_, day) => ({
  date: addDays(start, day),
  value: Math.round(6_000_000 + 4_200_000 * Math.sin(day / 3) + day * 220_000 + (day % 7 === 6 ? -4_000_000 : 0)),
}));
const rows = [
  { title: 'چای ممتاز گلستان', type: 'کارتن ۲۴ تایی', amount: 48_600_000, units: 320, baskets: 41 },
  { title: 'روغن آفتابگردان', type: 'بستهٔ ۶ تایی', amount: 31_250_000, units: 180, baskets: 29 },
  { title: 'رب گوجه‌فرنگی', type: 'شیرینگ ۱۲ تایی', amount: 9_400_000, units: 64, baskets: 12 },
] as const;
const tomans = (value: number) => withUnit(formatNumber(value), 'تومان');

export function GalleryCharts(): ReactElement {
  return (
    <GallerySection id="charts" title="نمودار">
      <CardGrid>
        <Card>
          <SeriesChart title="فروش ماه" points={month} formatValue={tomans} />
        </Card>
        <Card>
          <SeriesChart title="فروش هفته" kind="bar" points={month.slice(-7)} formatValue={tomans} />
        </Card>
        <Card>
          <SeriesChart title="بی‌داده" points={[]} formatValue={tomans} />
        </Card>
        <Card>
          <Stack gap={5}>
            {rows.map((row, index) => (
              <BarRow
                key={row.title}
                rank={localDigits(index + 1)}
                title={row.title}
                subtitle={row.type}
                value={row.amount}
                max={rows[0].amount}
                figure={<Money amount={row.amount} />}
                figures={[
                  { label: 'سبد', value: formatNumber(row.baskets) },
                  { label: 'واحد', value: formatNumber(row.units) },
                ]}
              />
            ))}
          </Stack>
        </Card>
      </CardGrid>
    </GallerySection>
  );
}
