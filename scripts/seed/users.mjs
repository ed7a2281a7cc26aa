import { uuidOf } from './uuid.mjs';

const people = [
  ['admin', 'Administrator'],
  ['manager', 'Amélie Tremblay'],
  ['pricing', 'Wei Zhang'],
  ['viewer', 'Gordon McLeod'],
  ['configurator', 'Priya Raman'],
  ['profiles', 'Chantal Bouchard'],
  ['reports', 'Daniel Okafor'],
];

/** One person per role, named as the role. Passwords are set by the server when it seeds. */
export const users = people.map(([name, title]) => ({
  Id: uuidOf('user', name),
  UserName: name,
  DisplayName: title,
  Roles: [name],
  IsActive: true,
  // Everyone starts in the default language; the switch in the shell changes it.
  Language: 'en-CA',
}));
