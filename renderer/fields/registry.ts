/** How each kind of field is shown. A new one is a file beside this one, and a line here. */
import type { FieldKind } from '#engine';
import { boolean } from './boolean.tsx';
import { choice } from './choice.tsx';
import { date } from './date.tsx';
import { datetime } from './datetime.tsx';
import { decimal } from './decimal.tsx';
import type { KindView } from './defineKindView.ts';
import { file } from './file.tsx';
import { flags } from './flags.tsx';
import { html } from './html.tsx';
import { id } from './id.tsx';
import { integer } from './integer.tsx';
import { json } from './json.tsx';
import { money } from './money.tsx';
import { multiline } from './multiline.tsx';
import { object } from './object.tsx';
import { percent } from './percent.tsx';
import { reference } from './reference.tsx';
import { references } from './references.tsx';
import { rows } from './rows.tsx';
import { rule } from './rule.tsx';
import { text } from './text.tsx';

export const kindViews: Readonly<Record<FieldKind, KindView>> = {
  boolean,
  choice,
  date,
  datetime,
  decimal,
  file,
  flags,
  html,
  id,
  integer,
  json,
  money,
  multiline,
  object,
  percent,
  reference,
  references,
  rows,
  rule,
  text,
};
