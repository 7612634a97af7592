import type { Tone } from '../../../shared/ui/Badge';
import type { InvoiceStatus } from '../model/types';

/** By the code, never by the text. */
export const statusTones: Readonly<Record<InvoiceStatus, Tone>> = {
  draft: 'neutral',
  payable: 'warning',
  paid: 'success',
  void: 'neutral',
};
