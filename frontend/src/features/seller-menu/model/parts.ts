/** What the menu's address may say: the list of the three items, or one of them. */
const PARTS = ['status', 'account', 'subscription', 'store'] as const;
export type MenuPart = (typeof PARTS)[number];

export const toMenuPart = (text: string | null): MenuPart | null => PARTS.find((part) => part === text) ?? null;

/** The items as the platform numbers them. */
export const ITEM_IDS = { account: 2, subscription: 3, store: 4 } as const satisfies Partial<Record<MenuPart, number>>;
