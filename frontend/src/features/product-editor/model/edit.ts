import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { type Figures, figuresOf } from './figures';

/** What is typed; numbers as Latin digits, without separators. */
export interface TypeDraft {
  readonly stock: string;
  readonly buyPrice: string;
  readonly sellPrice: string;
  readonly description: string;
  readonly active: boolean;
}

export type DraftField = keyof TypeDraft;
export type NumberField = 'stock' | 'buyPrice' | 'sellPrice';
export type Issue = 'empty' | 'belowBuy';
export type Issues = Readonly<Partial<Record<NumberField, Issue>>>;

const NUMBER_FIELDS = ['stock', 'buyPrice', 'sellPrice'] as const satisfies readonly NumberField[];
const FIELDS = [...NUMBER_FIELDS, 'description', 'active'] as const satisfies readonly DraftField[];

/** A type that is being edited. */
export interface Editor {
  readonly productId: string;
  /** What the server had when the typing began, or when it was read again. */
  readonly base: CatalogueType;
  readonly draft: TypeDraft;
  readonly issues: Issues;
  /** `refused`: it was changed elsewhere and has to be read again; `read`: it was, and `elsewhere` tells what is new. */
  readonly conflict: 'none' | 'refused' | 'read';
  /** Fields that were changed here and elsewhere. */
  readonly elsewhere: readonly DraftField[];
}

export const draftOf = (type: CatalogueType): TypeDraft => ({
  stock: String(type.stock),
  buyPrice: String(type.buyPrice),
  sellPrice: String(type.sellPrice),
  description: type.description,
  active: type.active,
});

export const editorOf = (productId: string, type: CatalogueType): Editor => ({
  productId,
  base: type,
  draft: draftOf(type),
  issues: {},
  conflict: 'none',
  elsewhere: [],
});

/** Typing takes an issue of the field away; the two prices share theirs. */
export function withTyped(editor: Editor, typed: Partial<TypeDraft>): Editor {
  const prices = 'buyPrice' in typed || 'sellPrice' in typed;
  const issues = Object.fromEntries(
    Object.entries(editor.issues).filter(([field, issue]) => !(field in typed) && !(prices && issue === 'belowBuy')),
  );
  return { ...editor, draft: { ...editor.draft, ...typed }, issues };
}

/** Why the draft cannot be sent; empty when it can. */
export function issuesOf(draft: TypeDraft): Issues {
  const empty = NUMBER_FIELDS.filter((field) => draft[field] === '');
  if (empty.length > 0) return Object.fromEntries(empty.map((field) => [field, 'empty']));
  return Number(draft.sellPrice) < Number(draft.buyPrice) ? { sellPrice: 'belowBuy' } : {};
}

/** The type as it would be; empty fields count as 0. */
export const drafted = ({ base, draft }: Pick<Editor, 'base' | 'draft'>): CatalogueType => ({
  ...base,
  stock: Number(draft.stock),
  buyPrice: Number(draft.buyPrice),
  sellPrice: Number(draft.sellPrice),
  description: draft.description.trim(),
  active: draft.active,
});

export const draftFigures = (editor: Editor): Figures => figuresOf(drafted(editor));

/**
 * The type was read again: what was not touched here takes the new value, what was touched stays as typed, and a field
 * that both sides changed is named.
 */
export function rebased(editor: Editor, latest: CatalogueType): Editor {
  const before = draftOf(editor.base);
  const now = draftOf(latest);
  const touched = FIELDS.filter((field) => editor.draft[field] !== before[field]);
  const kept = Object.fromEntries(touched.map((field) => [field, editor.draft[field]])) as Partial<TypeDraft>;
  return {
    ...editor,
    base: latest,
    draft: { ...now, ...kept },
    issues: {},
    conflict: 'read',
    elsewhere: touched.filter((field) => now[field] !== before[field] && now[field] !== editor.draft[field]),
  };
}
