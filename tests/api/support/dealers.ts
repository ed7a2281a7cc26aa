/** An app with roles made for a test, and new dealers to try them on. */
import { compileModel, type DataRecord } from '#engine';
import type { Store } from '../../../server/store/types.ts';
import { compiledOnce } from '../../support/parseOnce.ts';
import { type Answer, type Ask, declarations, type Running, startApp } from './startApp.ts';

type Role = {
  readonly id: string;
  readonly features: readonly string[];
  readonly except?: readonly string[];
};

export type Profiles = {
  readonly app: Running;
  readonly admin: Ask;
  /** The client for a role, created once. */
  readonly as: (role: string) => Promise<Ask>;
  /** A new dealer. */
  readonly dealer: (more?: DataRecord) => Promise<DataRecord & { readonly Id: string }>;
  readonly activeDealer: (more?: DataRecord) => Promise<DataRecord & { readonly Id: string }>;
  /** Takes a new dealer through approval to Active. */
  readonly activate: (id: string) => Promise<void>;
  readonly messages: (answer: Pick<Answer, 'body'>) => readonly string[];
};

export const businessAddress = {
  AddressTypeId: 1,
  AddressLine1: '100 Queen Street',
  City: 'Ottawa',
  CountryId: 'CA',
  ProvinceId: 'ON',
  PostalCode: 'K1P 1J9',
};

export async function startProfiles(roles: readonly Role[] = []): Promise<Profiles> {
  const set = withRoles(roles);
  const app = await startApp({
    store: 'sqlite',
    added: { set, compilation: compileModel(set, compiledOnce) },
  });
  const clients = new Map<string, Promise<Ask>>();
  const as = (role: string) => {
    const client = clients.get(role) ?? app.as(role);
    clients.set(role, client);
    return client;
  };
  const admin = await as('admin');
  let count = 0;
  const dealer = async (more: DataRecord = {}) => {
    count += 1;
    const names = { TradingName: `Rideau ${count}`, LegalName: `Rideau ${count} Ltd.` };
    const sent = { ...names, AccountTypeId: 1, Addresses: [businessAddress], ...more };
    return demand(await admin('POST', '/profile/dealer', sent), 201) as DataRecord & { Id: string };
  };
  const activate = async (id: string) => {
    demand(await admin('POST', `/profile/dealer/${id}/workflow`, {}), 200);
    for (const Name of ['Operational', 'Active'])
      demand(await admin('PUT', `/profile/dealer/${id}/status`, { Name }), 200);
  };
  const activeDealer = async (more?: DataRecord) => {
    const made = await dealer(more);
    await activate(made.Id);
    return made;
  };
  const messages = ({ body }: Pick<Answer, 'body'>) =>
    (body.ValidationErrors ?? []).map(({ Value }: { Value: string }) => Value);
  return { app, admin, as, dealer, activeDealer, activate, messages };
}

function demand({ status, body }: Answer, wanted: number): DataRecord {
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${JSON.stringify(body)}`);
  return body;
}

/** The shipped declarations with these roles; sample data has a person for every role. */
function withRoles(roles: readonly Role[]) {
  const more = roles.map((role) => ({ title: role.id, ...role }));
  const ids = new Set(more.map(({ id }) => id));
  const files = declarations.files.map((one) => {
    if (one.file !== 'schemas/access/roles.json') return one;
    const json = one.json as { readonly roles: readonly { readonly id: string }[] };
    return {
      ...one,
      json: { ...json, roles: [...json.roles.filter(({ id }) => !ids.has(id)), ...unique(more)] },
    };
  });
  return { ...declarations, files };
}

const unique = <T extends { readonly id: string }>(roles: readonly T[]): readonly T[] => [
  ...new Map(roles.map((role) => [role.id, role])).values(),
];

/** Makes the dealers sell every brand, so that any product may be theirs. */
export async function sellEveryBrand(store: Store, dealers: readonly unknown[]): Promise<void> {
  const brands = (await store.find({ entity: 'brand' })).items;
  const sold = (await store.find({ entity: 'dealer-brand' })).items;
  const isSold = (dealer: unknown, brand: unknown) =>
    sold.some(({ DealerId, BrandId }) => DealerId === dealer && BrandId === brand);
  const records = dealers.flatMap((DealerId) =>
    brands.flatMap(({ Id: BrandId }) =>
      isSold(DealerId, BrandId)
        ? []
        : [{ ...sold[0], Id: crypto.randomUUID(), DealerId, BrandId, IsPrimary: false }],
    ),
  );
  await store.transaction((session) => session.insertMany('dealer-brand', records));
}
