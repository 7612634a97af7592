import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { mergeFields } from '../../../entities/write/merge';
import { figuresOf } from './figures';
import type { KeptEdit, TypeDraft } from './schema';

export type DraftField = keyof TypeDraft;

/** A type that is being edited. */
export interface Editor {
  readonly productId: string;
  /** With its product's. */
  readonly name: string;
  /** What the server had when the typing began, or when it was read again. */
  readonly base: CatalogueType;
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

/** The type as it would be; empty fields count as 0. */
export const drafted = (base: CatalogueType, draft: TypeDraft): CatalogueType => ({
  ...base,
  stock: Number(draft.stock),
  buyPrice: Number(draft.buyPrice),
  sellPrice: Number(draft.sellPrice),
  description: draft.description.trim(),
  active: draft.active,
});

export const draftFigures = (base: CatalogueType, draft: TypeDraft) => figuresOf(drafted(base, draft));

/** The type was read again: what is typed now, and the editor that knows which fields both sides have changed. */
export function rebased(editor: Editor, draft: TypeDraft, latest: CatalogueType): { draft: TypeDraft; editor: Editor } {
  const { fields, collisions } = mergeFields<string | boolean>(draftOf(editor.base), draftOf(latest), draft);
  const elsewhere = collisions.map(({ field }) => field as DraftField);
  return { draft: fields as TypeDraft, editor: { ...editor, base: latest, conflict: 'read', elsewhere } };
}

/** A kept edit goes on: on the type as it is by now. */
export function resumed(
  { productId, base, draft }: KeptEdit,
  now: CatalogueType,
  name: string,
): { draft: TypeDraft; editor: Editor } {
  const editor: Editor = { productId, name, base, conflict: 'none', elsewhere: [] };
  return base.version === now.version ? { draft, editor } : rebased(editor, draft, now);
}
