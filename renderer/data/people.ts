import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useApi } from './App.tsx';
import type { Api } from './createApi.ts';

/** Somebody who may stand behind a change; `UserName` is what records keep. */
type Person = { readonly UserName: string; readonly DisplayName: string };

export type NameOfPerson = (userName: string) => string;

const path = '/person';

// Named as the list of users it is, so that a changed person is heard of.
const question = (api: Api) => ({
  queryKey: ['list', 'user', path],
  staleTime: 300_000,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<{ Items: readonly Person[] }>(path, { signal })).Items,
});

/** Somebody as a choice, by the user name. */
export const optionOfPerson = ({ UserName, DisplayName }: Person) => ({ id: UserName, label: DisplayName });

const nobody: readonly Person[] = [];

/** Everybody there is, asked for once for all that shows people; nobody before they are known, or while `isNeeded` is false. */
export function usePeople(isNeeded = true): readonly Person[] {
  return useQuery({ ...question(useApi()), enabled: isNeeded }).data ?? nobody;
}

/** What the person with a user name is called; the user name while that is not known. */
export function useNameOfPerson(isNeeded = true): NameOfPerson {
  return nameIn(usePeople(isNeeded));
}

/** The same for what is said once, outside of what is drawn. */
export async function askNameOfPerson(client: QueryClient, api: Api): Promise<NameOfPerson> {
  return nameIn(await client.fetchQuery(question(api)).catch(() => nobody));
}

/** What each of these people is called. */
export const nameIn =
  (people: readonly Person[]): NameOfPerson =>
  (userName) =>
    people.find(({ UserName }) => UserName === userName)?.DisplayName ?? userName;
