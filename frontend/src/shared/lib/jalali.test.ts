import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import months from './fixtures/jalaliMonths.json';
import {
  addDays,
  clockTime,
  dayMonth,
  daysAgo,
  daysBetween,
  fromCalendarDate,
  isoDate,
  isoInstant,
  type JalaliDate,
  jalaliAt,
  longDate,
  mediumDate,
  monthYear,
  parseJalali,
  readDate,
  readWholeDate,
  shortDate,
  toCalendarDate,
  typedDate,
  weekdayIndex,
  weekdayName,
} from './jalali';
import { writeIn } from './locale';

afterEach(() => {
  writeIn('fa');
});

const day = (text: string): JalaliDate => {
  const date = parseJalali(text);
  if (date === null) throw new Error(`no such day: ${text}`);
  return date;
};

/** Noon in Tehran of 2026-11-21. */
const noon = Date.UTC(2026, 10, 21, 8, 30);
const anyDay = fc.integer({ min: 0, max: 36_000 }).map((days) => addDays(day('1370/01/01'), days));

const LENGTH = daysBetween(day('1300/01/01'), day('1499/12/29')) + 2;
const everyDay = new Set<string>(Array.from({ length: LENGTH }, (_, days) => addDays(day('1300/01/01'), days)));

/** The day of eight digits in this order, and in no other. */
function dayIn(digits: string, order: 'ymd' | 'dmy'): string | null {
  const [, a = '', b = '', c = ''] = (order === 'ymd' ? /^(.{4})(..)(..)$/ : /^(..)(..)(.{4})$/).exec(digits) ?? [];
  const date = order === 'ymd' ? `${a}/${b}/${c}` : `${c}/${b}/${a}`;
  return everyDay.has(date) ? date : null;
}

const DAY_MS = 86_400_000;
const intl = new Intl.DateTimeFormat('fa-IR', { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' });

describe('jalali', () => {
  it.each([
    ['1405/08/30', '2026-11-21'],
    ['1404/01/01', '2025-03-21'],
    ['1403/12/30', '2025-03-20'],
    ['1375/12/30', '1997-03-20'],
    ['1357/11/22', '1979-02-11'],
  ])('knows that %s is %s', (jalali, gregorian) => {
    expect(isoDate(day(jalali))).toBe(gregorian);
    expect(jalaliAt(Date.parse(`${gregorian}T12:00:00Z`))).toBe(jalali);
  });

  it.each([
    '1404/12/30',
    '1405/13/01',
    '1405/07/31',
    '1405/00/10',
    '1405/01/00',
    '1405/8/3',
    '0000/00/00',
    'x',
    '',
    '2026/11/21',
  ])('refuses %s', (text) => {
    expect(parseJalali(text)).toBeNull();
  });

  it('reads any digits and both orders', () => {
    expect(parseJalali('۱۴۰۵/۰۸/۳۰')).toBe('1405/08/30');
    expect(parseJalali('30/08/1405', 'dmy')).toBe('1405/08/30');
    expect(typedDate(day('1405/08/30'), 'dmy')).toBe('30/08/1405');
  });

  describe.each(['ymd', 'dmy'] as const)('a field that is %s', (order) => {
    it('reads every day in both orders, with and without marks, and shows it in its own', () => {
      fc.assert(
        fc.property(anyDay, fc.constantFrom('/', '-', '.', ' ', ''), (date, mark) => {
          for (const written of [date, typedDate(date, 'dmy')]) {
            const text = written.replaceAll('/', mark);
            // Eight digits that hold a year where the field has it are read so, right or wrong.
            const year = Number(order === 'ymd' ? text.slice(0, 4) : text.slice(-4));
            const own = mark === '' && year >= 1300 && year <= 1499;
            expect(parseJalali(text, order)).toBe(own ? dayIn(text, order) : date);
          }
        }),
      );
    });

    it('never takes a wrong month or day for something else', () => {
      const year = fc.integer({ min: 1300, max: 1499 });
      const two = fc.integer({ min: 0, max: 99 });
      fc.assert(
        fc.property(year, two, two, (y, month, d) => {
          const text = typedDate(
            [y, ...[month, d].map((n) => String(n).padStart(2, '0'))].join('/') as JalaliDate,
            order,
          );
          expect(parseJalali(text, order)).toBe(dayIn(text.replaceAll('/', ''), order));
        }),
      );
    });
  });

  it.each([
    ['30081405', 'ymd', '1405/08/30'],
    ['14050830', 'dmy', '1405/08/30'],
    // A month that does not exist is no day of the year 1301.
    ['14051301', 'ymd', null],
    ['1405/13/01', 'dmy', null],
  ] as const)('reads %s in a field that is %s as %s', (text, order, date) => {
    expect(parseJalali(text, order)).toBe(date);
  });

  it.each([
    ['1405/08/3', 'incomplete'],
    ['2026/11/21', 'year'],
    ['1405/13/01', 'month'],
    ['30131405', 'month'],
    ['1405/08/00', 'zero'],
    ['1404/12/30', 'day'],
  ])('says what is wrong with %s: %s', (text, kind) => {
    expect(readDate(text)).toMatchObject({ kind });
  });

  it('reads a whole date with its zeros left out', () => {
    expect(readWholeDate('۵.۸.۱۴۰۵')).toBe('1405/08/05');
    expect(readWholeDate('1405-8-5', 'dmy')).toBe('1405/08/05');
    expect(readWholeDate('5/8/05')).toBeNull();
  });

  it('changes the day at midnight in Tehran', () => {
    expect(jalaliAt(Date.UTC(2026, 10, 21, 20, 29))).toBe('1405/08/30');
    expect(jalaliAt(Date.UTC(2026, 10, 21, 20, 30))).toBe('1405/09/01');
    // Summer time was still kept in 1400.
    expect(jalaliAt(Date.UTC(2021, 6, 1, 19, 30))).toBe('1400/04/11');
  });

  it('writes dates as Persian does', () => {
    const date = day('1405/08/30');
    expect(longDate(date)).toBe('شنبه ۳۰ آبان ۱۴۰۵');
    expect(mediumDate(date)).toBe('۳۰ آبان ۱۴۰۵');
    expect(dayMonth(date)).toBe('۳۰ آبان');
    expect(monthYear(date)).toBe('آبان ۱۴۰۵');
    expect(shortDate(date)).toBe('۱۴۰۵/۰۸/۳۰');
    expect(weekdayName(date)).toBe('شنبه');
    expect(clockTime(noon)).toBe('۱۲:۰۰:۰۰');
    expect(clockTime(noon, false)).toBe('۱۲:۰۰');
    expect(isoInstant(noon)).toBe('2026-11-21T08:30:00.000Z');
  });

  it('keeps the Jalali calendar in English', () => {
    writeIn('en');
    const date = day('1405/08/30');
    expect(longDate(date)).toBe('Saturday 30 Aban 1405');
    expect(dayMonth(date)).toBe('30 Aban');
    expect(shortDate(date)).toBe('1405/08/30');
    expect(clockTime(noon)).toBe('12:00:00');
  });

  it('adds and subtracts', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -800, max: 800 }), (date, days) => {
        const later = addDays(date, days);
        expect(daysBetween(date, later)).toBe(days);
        expect(addDays(later, -days)).toBe(date);
        expect(days === 0 || later > date === days > 0).toBe(true);
      }),
    );
  });

  it('agrees with Intl on any day', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        expect(intl.format(toCalendarDate(date).toDate('UTC'))).toBe(shortDate(date));
        expect(parseJalali(date)).toBe(date);
        expect(fromCalendarDate(toCalendarDate(date))).toBe(date);
      }),
    );
  });

  // The services' calendar is held against the same table.
  it('knows every day of 1390 to 1420 as the services do', () => {
    let expected = Date.parse('2011-03-21');
    for (const { year, month, days, from } of months) {
      expect(isoDate(day(`${year}/${String(month).padStart(2, '0')}/01`))).toBe(from);
      for (let date = 1; date <= days; date += 1) {
        const text = `${year}/${String(month).padStart(2, '0')}/${String(date).padStart(2, '0')}`;
        expect(isoDate(day(text))).toBe(new Date(expected).toISOString().slice(0, 10));
        expect(intl.format(expected)).toBe(shortDate(day(text)));
        expected += DAY_MS;
      }
      expect(parseJalali(`${year}/${String(month).padStart(2, '0')}/${days + 1}`)).toBeNull();
    }
    expect(months).toHaveLength(31 * 12);
  });

  it('counts the week from Saturday', () => {
    expect(weekdayIndex(day('1405/08/30'))).toBe(0);
    expect(weekdayIndex(day('1405/08/29'))).toBe(6);
  });
});

it('says how many days ago a day was, over the end of a month and of a year', () => {
  const today = day('1405/09/01');
  const told = (days: number) => daysAgo(addDays(today, -days), today);
  expect([0, 1, 3, 400].map(told)).toEqual(['امروز', 'دیروز', '۳ روز پیش', '۴۰۰ روز پیش']);
  expect(told(-2), 'the clock of the device is late').toBe('امروز');
  writeIn('en');
  expect([0, 1, 3].map(told)).toEqual(['today', 'yesterday', '3 days ago']);
});
