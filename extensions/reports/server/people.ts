// Custom code: accounts have one name, but sharing needs first and last names.
import type { DataRecord } from '#engine';
import { answers, askedNumber, askedText, defineAction, equals } from '#server/extension';

const names = ['LastName', 'FirstName', 'DisplayName', 'UserName'] as const;
type Name = (typeof names)[number];
type Person = Readonly<Record<Name | 'Id', string>>;

const mostAtOnce = 100;

/** `GET /profile/employee/availableforreport`: active users by last name, without other data. */
export const listPeople = defineAction({
  body: 'none',
  query: [
    askedNumber('page', 'Counts from 1.', { minimum: 0, default: 1 }),
    askedNumber('pageSize', 'Rows of a page.', { minimum: 0, default: 10 }),
    ...['sortFields', 'sortDirections', 'FilterProperty', 'FilterOperator', 'FilterValue'].map((name) =>
      askedText(name, 'As lists take it, once.'),
    ),
  ],
  counts: ['user'],
  answer: answers.pageOfItems(
    answers.all({
      Id: answers.id,
      UserName: answers.text,
      DisplayName: answers.text,
      FirstName: answers.text,
      LastName: answers.text,
    }),
  ),
  run: async ({ runtime: { store } }, { query }) => {
    const asked = new Map(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]));
    const { items } = await store.find({ entity: 'user', filter: equals('IsActive', true) });
    const wanted = (asked.get('filtervalue') ?? '').toLowerCase();
    const [by, filtered] = [nameIn(asked.get('sortfields')), asked.get('filterproperty')];
    const looked = filtered === undefined ? names : [nameIn(filtered)];
    const sign = asked.get('sortdirections') === '0' ? -1 : 1;
    const found = items
      .map(personOf)
      .filter((person) => looked.some((name) => person[name].toLowerCase().includes(wanted)))
      .sort((a, b) => sign * (a[by].localeCompare(b[by]) || a.Id.localeCompare(b.Id)));
    const size = Math.min(numberIn(asked.get('pagesize'), 10), mostAtOnce);
    const start = (numberIn(asked.get('page'), 1) - 1) * size;
    return { Items: found.slice(start, start + size), TotalItems: found.length };
  },
});

const nameIn = (text: string | undefined): Name => names.find((name) => name === text) ?? 'LastName';

function numberIn(text: string | undefined, usual: number): number {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : usual;
}

function personOf({ Id, UserName, DisplayName }: DataRecord): Person {
  const whole = String(DisplayName).trim();
  const space = whole.lastIndexOf(' ');
  return {
    ...{ Id: String(Id), UserName: String(UserName), DisplayName: whole },
    ...{ FirstName: whole.slice(0, Math.max(0, space)), LastName: whole.slice(space + 1) },
  };
}
