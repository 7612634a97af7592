import { createContext, useContext } from 'react';
import type { CatalogueProduct, CatalogueType } from './catalogue/types';

/** The product whose type is edited. */
export type EditedProduct = Pick<CatalogueProduct, 'id' | 'title'>;

/** Which type is being edited: one at a time, over the whole page (part 2, 4.4). */
export interface Editing {
  /** The type's id. */
  readonly editingId: string | null;
  readonly editingProductId: string | null;
  /** A type with an unsent edit of an earlier visit: its editor opens again when its card is drawn. */
  readonly returning: string | null;
  /** Opens the editor of a type. While another is open, shows a warning and answers false. */
  readonly start: (product: EditedProduct, type: CatalogueType) => boolean;
  /** Closes it without saving. */
  readonly cancel: () => void;
  /** Answers whether an editor is open, and if so shows a warning that it comes first. */
  readonly refuse: () => boolean;
}

/** Provided by the page that puts product cards together with their editor. */
export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('A product card stands inside an EditingProvider.');
  return editing;
}
