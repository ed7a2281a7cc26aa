import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useApi } from './App.tsx';
import type { Api } from './createApi.ts';

/** A person who may have made a change; records store the `UserName`. */
type Person = { readonly UserName: string; readonly DisplayName: string };

export type NameOfPerson = (userName: string) => string;

const path = '/person';

// A key of the user list, so that changes to users invalidate it.
const question = (api: Api) => ({
  queryKey: ['list', 'user', path],
  staleTime: 300_000,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<{ Items: readonly Person[] }>(path, { signal })).Items,
});

/** A person as an option. */
export const optionOfPerson = ({ UserName, DisplayName }: Person) => ({ id: UserName, label: DisplayName });

const nobody: readonly Person[] = [];

/** All people, loaded once and shared; empty while loading or if `isNeeded` is false. */
export function usePeople(isNeeded = true): readonly Person[] {
  return useQuery({ ...question(useApi()), enabled: isNeeded }).data ?? nobody;
}

/** Maps a user name to its display name; unknown names stay as they are. */
export function useNameOfPerson(isNeeded = true): NameOfPerson {
  return nameIn(usePeople(isNeeded));
}

/** The same outside React. */
export async function askNameOfPerson(client: QueryClient, api: Api): Promise<NameOfPerson> {
  return nameIn(await client.fetchQuery(question(api)).catch(() => nobody));
}

/** Looks up display names among these people. */
export const nameIn =
  (people: readonly Person[]): NameOfPerson =>
  (userName) =>
    people.find(({ UserName }) => UserName === userName)?.DisplayName ?? userName;
