import { useEffect, useEffectEvent } from 'react';
import type { CatalogueProduct, CatalogueType } from '../../../entities/product/catalogue/types';
import { useEditing } from '../../../entities/product/editing';

/** Whether the type is being edited; an unsent edit of an earlier visit goes on as soon as its row is drawn. */
export function useEditedHere(product: CatalogueProduct, type: CatalogueType): boolean {
  const { editingId, returning, start } = useEditing();
  const goOn = useEffectEvent(() => {
    if (returning === type.id) start(product, type);
  });
  useEffect(() => goOn(), []);
  return editingId === type.id;
}
