import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { localDigits } from '../lib/digits';

interface CodeProps {
  readonly children: string;
  /** Keep Latin digits: user names, IBAN. */
  readonly latin?: boolean;
}

/** A code, card number or other text whose groups must not be reordered by the Persian text around it. */
export function Code({ children, latin = false }: CodeProps): ReactElement {
  return latin ? <bdi dir="ltr">{children}</bdi> : <Whole dir="ltr">{localDigits(children)}</Whole>;
}

const Whole = styled.bdi({ whiteSpace: 'nowrap' });
