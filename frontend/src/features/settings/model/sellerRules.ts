import type { SellerType } from '../../../entities/seller/sellerType';
import type { SellerForm } from '../../../entities/seller/types';

export const ADDRESS_MAX = 300;
const EXCLUSIVE = 3;

/** Terms of cooperation: hidden for exclusive sellers (part 2, 3.1). */
export const hasCooperation = (type: SellerType): boolean => type !== EXCLUSIVE;

type LogIn = Pick<SellerForm, 'mobile' | 'password'>;

/** Whoever changes what is logged in with has to tell the password of today (rest.md, section 4). */
export const changesLogIn = (form: LogIn, before: LogIn): boolean =>
  form.mobile !== before.mobile || form.password !== before.password;

/** Stands for the password, which nobody reads (rest.md, section 4): sent back, it leaves it as it is. */
const HIDDEN = '*'.repeat(10);

/**
 * What is typed into a hidden password starts a new one. The field selects the asterisks when it gets the focus, but a
 * press puts the caret among them: none of them may become part of a password.
 */
export function typedPassword(before: string, typed: string): string {
  if (before !== HIDDEN) return typed;
  const head = Math.min(/^\**/.exec(typed)?.[0].length ?? 0, HIDDEN.length);
  const tail = Math.min(/\**$/.exec(typed.slice(head))?.[0].length ?? 0, HIDDEN.length - head);
  // One of them may have been deleted; fewer were not typed into but replaced.
  return head + tail >= HIDDEN.length - 1 ? typed.slice(head, typed.length - tail) : typed;
}
