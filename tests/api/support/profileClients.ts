/** People who work on profiles, and valid bodies of profiles. */
import { expect } from 'vitest';
import type { DataRecord } from '#engine';
import { type Clients, createClients } from './createClients.ts';
import type { Answer, Ask, StoreKind } from './startApp.ts';

export const address = {
  AddressTypeId: 1,
  AddressLine1: '100 Queen Street',
  City: 'Ottawa',
  CountryId: 'CA',
  ProvinceId: 'ON',
  PostalCode: 'K1P 1J9',
};

export const profileTypes = {
  dealer: { TradingName: 'Rideau Motors', LegalName: 'Rideau Motors Ltd.', AccountTypeId: 1 },
  brand: { Name: 'Acadia', Code: 'ACA' },
  underwriter: { Name: 'Acadian Mutual' },
  oem: { Name: 'Acadia Motor Works' },
  dealergroup: { Name: 'Rideau Group' },
  owningcompany: { Name: 'Rideau Holdings' },
  lienholder: { TradingName: 'Rideau Credit', LienholderTypeId: 1, GreatPlainsVendorId: 'V-1' },
} as const satisfies Record<string, DataRecord>;

export type ProfileType = keyof typeof profileTypes;

/** A dealer of the sample data. */
export const sampleDealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';

export type ProfileClients = Clients & {
  /** A client that may change profiles. */
  readonly profiles: Ask;
  readonly items: (path: string) => Promise<readonly DataRecord[]>;
  /** The answer of a create, which must succeed. */
  readonly made: (path: string, body: DataRecord, headers?: Record<string, string>) => Promise<DataRecord>;
  /** Checks that only the right to view reads a list, and that the refusal names exactly these features. */
  readonly opensWith: (path: string, features: readonly string[]) => Promise<void>;
  /** A body of the type with a new name. */
  readonly bodyOf: (type: ProfileType, more?: DataRecord) => DataRecord;
  readonly post: (type: ProfileType, more?: DataRecord) => Promise<Answer>;
  /** A new profile of the type, as it is read. */
  readonly madeProfile: (type: ProfileType, more?: DataRecord) => Promise<DataRecord>;
};

export async function createProfileClients(store: StoreKind): Promise<ProfileClients> {
  const clients = await createClients(store);
  const { admin, viewer } = clients;
  const profiles = await clients.app.as('profiles');
  let count = 0;

  const made: ProfileClients['made'] = async (path, body, headers) => {
    const answer = await profiles('POST', path, body, headers);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body as DataRecord;
  };
  const bodyOf: ProfileClients['bodyOf'] = (type, more = {}) => {
    count += 1;
    const base: DataRecord = profileTypes[type];
    const named = 'Name' in base ? { Name: `${base.Name} ${count}` } : {};
    const coded = 'Code' in base ? { Code: `${base.Code}${count}` } : {};
    return { ...base, ...named, ...coded, Addresses: [address], ...more };
  };
  return {
    ...clients,
    profiles,
    items: async (path) => (await admin('GET', path)).body.Items as DataRecord[],
    made,
    opensWith: async (path, features) => {
      expect((await viewer('GET', path.replace(/\/create$/, ''))).status).toBe(200);
      const { status, body } = await viewer('POST', path, {});
      const [, named = ''] = /It requires: (.*)\.$/.exec(String(body.Message)) ?? [];
      expect([status, named.split(', ').sort()]).toEqual([403, [...features].sort()]);
    },
    bodyOf,
    post: (type, more) => profiles('POST', `/profile/${type}`, bodyOf(type, more)),
    madeProfile: async (type, more) => {
      const { Id } = await made(`/profile/${type}`, bodyOf(type, more));
      return (await admin('GET', `/profile/${Id}`)).body;
    },
  };
}

/** The messages of a refusal. */
export const messagesOf = ({ body }: Answer): readonly string[] =>
  (body.ValidationErrors ?? []).map(({ Value }: { Value: string }) => Value);
