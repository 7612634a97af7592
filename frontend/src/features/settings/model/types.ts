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
/** What has a form; a press on a brand or region is saved at once. */
export type FormId = Exclude<EditId, 'brands' | 'regions'>;

/** The last part of the i18n key of each seller type. */
export const TYPE_NAMES = { 1: 'normal', 2: 'special', 3: 'exclusive' } as const;

/** The server's copy of a section. */
export interface Versioned<Form> {
  /** Counted by the server: every change adds 1, and a write with an older version is refused. */
  readonly version: number;
  /** What can be edited. */
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
  /** The server identifies the values by these titles. */
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

export type CardKind = 'others' | 'texts';
export interface TextCard {
  /** Empty for a new one. */
  readonly id: string;
  readonly text: string;
}

/** The two kinds of delivery rules: 1 by period, 2 by cut-off time. */
export type RuleKind = 1 | 2;
