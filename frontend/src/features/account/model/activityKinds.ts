/** What one may look at alone, and the kinds of things of the wire that belong to it. */
const entities = {
  all: '',
  orders: 'order',
  products: 'product,product_type,catalogue',
  customers: 'customers',
  store: 'seller,reports',
  payments: 'subscription,payment,invoice',
  access: 'session,user',
} as const;

export type ActivityKind = keyof typeof entities;
export const ACTIVITY_KINDS = Object.keys(entities) as readonly ActivityKind[];

export const kindParams = (kind: ActivityKind): { entity?: string } =>
  kind === 'all' ? {} : { entity: entities[kind] };
