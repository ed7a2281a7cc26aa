import { expect, it } from 'vitest';
import { fieldOfError } from './fieldOfError.ts';

it.each([
  ['/Name', ['Code', 'Name'], 'Name'],
  ['name', ['Name'], 'Name'],
  ['Address.City', ['Address', 'Address.City'], 'Address.City'],
  ['/Address/City', ['Address'], 'Address'],
  ['/Rows/3/Rate', ['Rows.Rate', 'Rows'], 'Rows.Rate'],
  ['/Edits/0/put/title/fr-CA', ['title.en-CA', 'title.fr-CA'], 'title.fr-CA'],
  ['/title', ['width', 'title.en-CA', 'title.fr-CA'], 'title.en-CA'],
  ['/Edits/0/put/title', ['width', 'title.en-CA', 'title.fr-CA'], 'title.en-CA'],
  ['/Other', ['Name'], undefined],
  ['/NameOfOther', ['Name'], undefined],
  ['', ['Name'], undefined],
])('an error at %s of a window with %j belongs to %s', (path, names, expected) => {
  expect(fieldOfError(path, names)).toBe(expected);
});
