import { useNameOfPerson } from './people.ts';

/** The display name of a user name. */
export function PersonName({ userName }: { userName: string }) {
  return useNameOfPerson()(userName);
}
