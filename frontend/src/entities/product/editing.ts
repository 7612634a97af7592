import { createContext, useContext } from 'react';
import type { CatalogueProduct, CatalogueType } from './catalogue/types';

/** Whose type is edited. */
export type EditedProduct = Pick<CatalogueProduct, 'id' | 'title'>;

/** Which type is being edited: one at a time, over the whole page (part 2, 4.4). */
export interface Editing {
  /** The type's id. */
  readonly editingId: string | null;
  readonly editingProductId: string | null;
  /** A type whose edit an earlier visit left unsent: it goes on when its card is drawn. */
  readonly returning: string | null;
  /** Opens the editor of a type; says so and answers false while another is open. */
  readonly start: (product: EditedProduct, type: CatalogueType) => boolean;
  /** Closes it without saving. */
  readonly stop: () => void;
  /** Says that the open editor comes first; answers whether there is one. */
  readonly refuse: () => boolean;
}

/** Given by the page that puts product cards together with their editor. */
export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('A product card stands inside an EditingProvider.');
  return editing;
}
