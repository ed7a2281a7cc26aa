import { useEffect, useState } from 'react';
import { type ChoicePage, type Option, optionsOf, useApi, useChoices } from '#renderer';

export type Person = { readonly Id: string; readonly DisplayName: string; readonly UserName: string };

/** Ten people per page, by last name; a search matches part of any name. */
const people = '/profile/employee/availableforreport?pageSize=10&sortFields=LastName&sortDirections=1';

type People = { readonly Items: readonly Person[]; readonly TotalItems: number };

const optionOf = ({ Id, DisplayName, UserName }: Person): Option => ({
  ...{ id: Id, label: DisplayName, note: UserName },
});

/** Search results after the people already chosen, which a search may not return. */
export function usePeople(start: readonly Person[], users: readonly string[]) {
  const api = useApi();
  const [known, setKnown] = useState(start.map(optionOf));
  const find = async (text: string, page: number): Promise<ChoicePage> => {
    const { Items, TotalItems: total } = await api.get<People>(
      `${people}&page=${page}&filterValue=${encodeURIComponent(text)}`,
    );
    const found = Items.map(optionOf);
    setKnown((before) => [...before.filter(({ id }) => !found.some((one) => one.id === id)), ...found]);
    const choices = found.map(({ id, label, note }) => ({ value: id, label, ...(note ? { note } : {}) }));
    return { choices, hasMore: found.length > 0 && page * 10 < total, total };
  };
  const { choices, isLoading, search, more } = useChoices(find);
  useEffect(() => search(''), [search]);
  const chosen = known.filter(({ id }) => users.includes(id));
  const others = optionsOf(choices).filter(({ id }) => !users.includes(id));
  return { options: [...chosen, ...others], isLoading, search, more };
}
