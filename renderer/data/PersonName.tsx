import { useNameOfPerson } from './people.ts';

/** What the person behind a user name is called. */
export function PersonName({ userName }: { userName: string }) {
  return useNameOfPerson()(userName);
}
