import type { JalaliDate } from '../../../shared/lib/jalali';

/** Sections of the page in their order (part 2, 2.1); the delivery block stands apart. */
export const SECTIONS = [
  'seller',
  'brands',
  'regions',
  'limits',
  'volume',
  'amount',
  'unit',
  'others',
  'texts',
] as const;
export type SectionId = (typeof SECTIONS)[number];
export const DELIVERY = 'delivery';
/** What can be in edit mode. */
export type EditId = SectionId | typeof DELIVERY;
/** What has a form; brands and regions are chosen at once. */
export type FormId = Exclude<EditId, 'brands' | 'regions'>;

/** The seller types by the names of their texts. */
export const TYPE_NAMES = { 1: 'normal', 2: 'special', 3: 'exclusive' } as const;

/** A section as it was read. */
export interface Versioned<Form> {
  /** Counted by the server: every change adds 1, and a write that names an older one is refused. */
  readonly version: number;
  /** What of it can be typed. */
  readonly form: Form;
}

export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** The order settings in the server's order. */
export const LIMITS = ['minAmount', 'minPackages', 'shipping', 'tax'] as const;
/** Tomans; `minPackages` counts packages. */
export type LimitsForm = Record<Exclude<(typeof LIMITS)[number], 'tax'>, number | null>;
export interface Limits extends Versioned<LimitsForm> {
  /** The server knows them by their titles. */
  readonly titles: readonly string[];
  /** Percent; set by the platform. */
  readonly tax: number;
}

export type TierKind = 'volume' | 'amount' | 'unit';
export interface Tier {
  /** Empty for a new one. */
  readonly id: string;
  readonly from: number | null;
  readonly to: number | null;
  /** Percent with at most two decimals, as typed. */
  readonly percent: string;
}

/** A section that is a list of cards, saved as a whole. */
export type List<Row> = Versioned<{ items: Row[] }>;

/** Whether orders use the three lists of tiers. */
export interface TiersApplied {
  readonly applied: boolean;
  readonly version: number;
}

export type CardKind = 'others' | 'texts';
export interface TextCard {
  /** Empty for a new one. */
  readonly id: string;
  readonly text: string;
}

/** The two kinds of delivery rules: 1 by period, 2 by cut-off time. */
export type RuleKind = 1 | 2;

export interface RuleForm {
  /** Typed dates; empty when not set. */
  readonly start: string;
  readonly end: string;
  /** Days of preparation; null when there are none. */
  readonly preparation: number | null;
  readonly daysAfter: number | null;
  /** Four digits HHmm; empty when not set. */
  readonly cutOff: string;
}

export interface DeliveryRule extends Versioned<RuleForm> {
  /** Empty while none is set. */
  readonly id: string;
  readonly deliveryDate: JalaliDate | null;
  /** The date rests on holidays that are not published yet. */
  readonly approximate: boolean;
}

export interface Holidays {
  /** Day (`yyyy/mm/dd`) → what it is; every holiday of the year, Fridays too. */
  readonly titles: Readonly<Record<string, string>>;
  /** The lunar days of the year are not published yet. */
  readonly approximate: boolean;
}
