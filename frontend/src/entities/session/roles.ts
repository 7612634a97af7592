/** A seller has exactly one store. */
export const isSeller = (roles: readonly string[]): boolean => roles.includes('seller');

/** Staff of the platform: no store, and orders of every seller. */
export const isOperator = (roles: readonly string[]): boolean => roles.includes('operator') && !isSeller(roles);
