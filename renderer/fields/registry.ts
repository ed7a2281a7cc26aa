/** The views of all kinds of fields. To add one, add a file here and list it below. */
import type { FieldKind } from '#engine';
import { boolean } from './boolean.tsx';
import { choice } from './choice.tsx';
import { choices } from './choices.tsx';
import { date } from './date.tsx';
import { datetime } from './datetime.tsx';
import { decimal } from './decimal.tsx';
import type { KindView } from './defineKindView.ts';
import { duration } from './duration.tsx';
import { email } from './email.tsx';
import { file } from './file.tsx';
import { files } from './files.tsx';
import { flags } from './flags.tsx';
import { html } from './html.tsx';
import { id } from './id.tsx';
import { integer } from './integer.tsx';
import { json } from './json.tsx';
import { link } from './link.tsx';
import { money } from './money.tsx';
import { multiline } from './multiline.tsx';
import { object } from './object.tsx';
import { percent } from './percent.tsx';
import { person } from './person.tsx';
import { phone } from './phone.tsx';
import { picture } from './picture.tsx';
import { place } from './place.tsx';
import { reference } from './reference.tsx';
import { references } from './references.tsx';
import { rows } from './rows.tsx';
import { rule } from './rule.tsx';
import { sequence } from './sequence.tsx';
import { signature } from './signature.tsx';
import { text } from './text.tsx';
import { time } from './time.tsx';

export const kindViews: Readonly<Record<FieldKind, KindView>> = {
  boolean,
  choice,
  choices,
  date,
  datetime,
  decimal,
  duration,
  email,
  file,
  files,
  flags,
  html,
  id,
  integer,
  json,
  link,
  money,
  multiline,
  object,
  percent,
  person,
  phone,
  picture,
  place,
  reference,
  references,
  rows,
  rule,
  sequence,
  signature,
  text,
  time,
};
