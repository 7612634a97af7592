import type { ReactElement } from 'react';
import { localDigits } from '../lib/digits';

export interface CodeProps {
  readonly children: string;
  /** Keep Latin digits: user names, IBAN. */
  readonly latin?: boolean;
}

/** A code, card number or other text whose groups must not be reordered by the Persian text around it. */
export function Code({ children, latin = false }: CodeProps): ReactElement {
  return <bdi dir="ltr">{latin ? children : localDigits(children)}</bdi>;
}
