import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { mergeFields } from '../../../entities/write/merge';
import type { StoredEdit, TypeDraft } from './schema';

export type DraftField = keyof TypeDraft;

/** A type that is being edited. */
export interface Editor {
  readonly productId: string;
  /** The type's name with its product's. */
  readonly name: string;
  /** What the server had when the typing began, or when it was read again. */
  readonly base: CatalogueType;
  /** `refused`: it was changed elsewhere and must be read again; `read`: it was, and `elsewhere` names the new fields. */
  readonly conflict: 'none' | 'refused' | 'read';
  /** Fields that were changed here and elsewhere. */
  readonly elsewhere: readonly DraftField[];
}

export const draftOf = (type: CatalogueType): TypeDraft => ({
  stock: String(type.stock),
  buyPrice: String(type.buyPrice),
  sellPrice: String(type.sellPrice),
  piecesPerUnit: String(type.piecesPerUnit),
  lowStock: String(type.lowStock),
  description: type.description,
  active: type.active,
});

/** The type with the draft's values; empty fields count as 0. */
export const drafted = (base: CatalogueType, draft: TypeDraft): CatalogueType => ({
  ...base,
  stock: Number(draft.stock),
  buyPrice: Number(draft.buyPrice),
  sellPrice: Number(draft.sellPrice),
  piecesPerUnit: Number(draft.piecesPerUnit),
  lowStock: Number(draft.lowStock),
  description: draft.description.trim(),
  active: draft.active,
});

/** Whether the draft says something else than the type. */
export const differs = (base: CatalogueType, draft: TypeDraft): boolean =>
  Object.entries(draftOf(base)).some(([field, value]) => draft[field as DraftField] !== value);

/** After the type was read again: the merged draft, and the editor with the fields that both sides have changed. */
export function rebased(editor: Editor, draft: TypeDraft, latest: CatalogueType): { draft: TypeDraft; editor: Editor } {
  const { fields, collisions } = mergeFields<string | boolean>(draftOf(editor.base), draftOf(latest), draft);
  const elsewhere = collisions.map(({ field }) => field as DraftField);
  return { draft: fields as TypeDraft, editor: { ...editor, base: latest, conflict: 'read', elsewhere } };
}

/** Continues a stored edit on the type as it is now. */
export function resumed(
  { productId, base, draft }: StoredEdit,
  now: CatalogueType,
  name: string,
): { draft: TypeDraft; editor: Editor } {
  const editor: Editor = { productId, name, base, conflict: 'none', elsewhere: [] };
  return base.version === now.version ? { draft, editor } : rebased(editor, draft, now);
}
