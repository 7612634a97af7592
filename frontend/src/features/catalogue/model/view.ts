import { useState } from 'react';
import { readText, writeText } from '../../../shared/lib/storage';
import { oneOf } from '../../../shared/navigation/query';

/** `cards`: to show · `list`: to work, a line for each type. */
const VIEWS = ['cards', 'list'] as const;
export type ProductsView = (typeof VIEWS)[number];

const KEY = 'pishkhan.products-view';

/** How the products are listed, as it was chosen last on this device. */
export function useProductsView(): readonly [ProductsView, (view: ProductsView) => void] {
  const [view, setView] = useState(() => oneOf(VIEWS, readText(KEY), 'cards'));
  const choose = (next: ProductsView): void => {
    writeText(KEY, next);
    setView(next);
  };
  return [view, choose];
}
