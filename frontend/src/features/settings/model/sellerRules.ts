import type { SellerType } from '../../../entities/seller/sellerType';
import type { SellerForm } from '../../../entities/seller/types';

export const ADDRESS_MAX = 300;
const EXCLUSIVE = 3;

/** Terms of cooperation: hidden for exclusive sellers (part 2, 3.1). */
export const hasCooperation = (type: SellerType): boolean => type !== EXCLUSIVE;

type LogIn = Pick<SellerForm, 'mobile' | 'password'>;

/** Whether the phone number or the password changes: then the current password is required (rest.md, section 4). */
export const changesLogIn = (form: LogIn, before: LogIn): boolean =>
  form.mobile !== before.mobile || form.password !== before.password;

/** What the server sends in place of the password (rest.md, section 4); sent back, it leaves the password unchanged. */
const HIDDEN = '*'.repeat(10);

/**
 * The new password after typing into the hidden one. The field selects the asterisks when it gets the focus, but a press
 * can put the caret among them: none of them may become part of the password.
 */
export function typedPassword(before: string, typed: string): string {
  if (before !== HIDDEN) return typed;
  const head = Math.min(/^\**/.exec(typed)?.[0].length ?? 0, HIDDEN.length);
  const tail = Math.min(/\**$/.exec(typed.slice(head))?.[0].length ?? 0, HIDDEN.length - head);
  // At most one asterisk can have been deleted; with fewer left, the whole text was replaced.
  return head + tail >= HIDDEN.length - 1 ? typed.slice(head, typed.length - tail) : typed;
}
