import type { DataRecord } from '#engine';
import { type Answer, type Ask, type Running, type StoreKind, startApp } from './startApp.ts';

export type Clients = {
  readonly app: Running;
  readonly admin: Ask;
  readonly manager: Ask;
  readonly viewer: Ask;
  readonly nobody: Ask;
  /** An editable product, with its current content. */
  readonly productInDesign: () => Promise<Answer['body']>;
  /** The plans of a product in their order. */
  readonly plansOf: (productId: string) => Promise<Answer['body'][]>;
};

/** The app with sample data and a client signed in for each kind of person. */
export async function createClients(
  store: StoreKind,
  options: Omit<Parameters<typeof startApp>[0], 'store'> = {},
): Promise<Clients> {
  const app = await startApp({ ...options, store });
  const roles = ['admin', 'manager', 'viewer', undefined] as const;
  const [admin, manager, viewer, nobody] = (await Promise.all(roles.map((role) => app.as(role)))) as [
    Ask,
    Ask,
    Ask,
    Ask,
  ];
  const items = async (path: string) => (await admin('GET', path)).body.Items;
  return {
    app,
    admin,
    manager,
    viewer,
    nobody,
    productInDesign: async () =>
      (await items(`/product?pageSize=1&${filter('ProductStateType.Name', 'InDesign')}`))[0],
    plansOf: (productId) =>
      items(`/product/plan?pageSize=0&sortFields=SortOrder&${filter('ProductId', productId)}`),
  };
}

/** One filter of a list as its query. */
export const filter = (property: string, value: string, operator = 'eq'): string =>
  `FilterProperty=${property}&FilterOperator=${operator}&FilterValue=${encodeURIComponent(value)}`;

const ownFields = [
  'BrandId',
  'UnderwriterId',
  'ProductTypeId',
  'ProductGroupId',
  'Code',
  'Description',
  'Name',
  'Version',
  'IsPromotion',
  'IsStackable',
  'LaunchDate',
  'QuoteExpiryInDays',
];

/** The fields that saving a product sends: ids of brand, underwriter, type and group, and no objects. */
export function ownProductFields(product: DataRecord): DataRecord {
  return Object.fromEntries(
    ownFields.flatMap((name) => (product[name] === undefined ? [] : [[name, product[name]]])),
  );
}
