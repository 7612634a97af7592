/** The filters of the page, and the entities of the wire that belong to each. */
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
