/** All kinds of fields. To add one, add a file here and list it below. */
import type { Field } from '../declaration/types.generated.ts';
import { boolean } from './boolean.ts';
import { choice } from './choice.ts';
import { choices } from './choices.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { decimal } from './decimal.ts';
import type { KindDefinition } from './defineKind.ts';
import { duration } from './duration.ts';
import { email } from './email.ts';
import { file } from './file.ts';
import { files } from './files.ts';
import { flags } from './flags.ts';
import { html } from './html.ts';
import { id } from './id.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import { link } from './link.ts';
import { money } from './money.ts';
import { multiline } from './multiline.ts';
import { object } from './object.ts';
import { percent } from './percent.ts';
import { person } from './person.ts';
import { phone } from './phone.ts';
import { picture } from './picture.ts';
import { place } from './place.ts';
import { reference } from './reference.ts';
import { references } from './references.ts';
import { rows } from './rows.ts';
import { rule } from './rule.ts';
import { sequence } from './sequence.ts';
import { signature } from './signature.ts';
import { text } from './text.ts';
import { time } from './time.ts';

/** In matching order: the first kind that fits a declaration applies. */
const all = [
  person,
  reference,
  sequence,
  file,
  picture,
  files,
  references,
  rows,
  flags,
  choice,
  choices,
  money,
  percent,
  duration,
  integer,
  decimal,
  boolean,
  date,
  datetime,
  time,
  rule,
  multiline,
  html,
  id,
  email,
  phone,
  link,
  place,
  signature,
  text,
  object,
  json,
] as const;

export type FieldKind = (typeof all)[number]['name'];

export const fieldKinds: readonly FieldKind[] = all.map(({ name }) => name);

/** The kinds by name. Extensions add theirs at startup (`addKinds`). */
export const kinds = Object.fromEntries(all.map((kind) => [kind.name, kind])) as Readonly<
  Record<FieldKind, KindDefinition<FieldKind>>
>;

/** The kind of field a property declares: one that an extension adds is named, built-in ones are recognized. */
export function kindOf(declared: Field): FieldKind {
  const added = declared['x-kind'];
  if (added !== undefined && isKind(added)) return added;
  return all.find(({ fits }) => fits(declared))?.name ?? json.name;
}

export const isKind = (name: string): name is FieldKind => Object.hasOwn(kinds, name);
