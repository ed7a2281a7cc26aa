/** Compiles the public forms of an entity; what no answer could do is a finding. */
import type { PublicForm } from '../declaration/types.generated.ts';
import type { ExpressionType } from '../expression/checkTree.ts';
import { holdsFiles, refersToMany, refersToOne } from '../query/refersToOne.ts';
import type { FieldModel } from '../types/modelTypes.ts';
import type { PublicFieldModel, PublicFormModel } from '../types/publicFormTypes.ts';
import { recipientKind } from './automationWords.ts';
import type { Place } from './compiler.ts';
import { modelOf } from './entityDraft.ts';
import type { RulesPlace } from './ruleContext.ts';
import { fieldType, ruleScope, whereScope } from './typeScope.ts';

const [usualDays, usualMost] = [14, 500];

export function compilePublicForms(
  declared: readonly PublicForm[],
  place: RulesPlace,
): readonly PublicFormModel[] {
  const { draft, file, compiler } = place;
  const seen = new Set<string>();
  return declared.map((form, index) => {
    const at = { file, path: `/publicForms/${index}` };
    const { id, address, title, thanks, open, off, from, until, theme, accent, overlay } = form;
    if (!id.startsWith(`${draft.id}.`))
      compiler.error(below(at, 'id'), `The id of public form ${id} must begin with ${draft.id}.`);
    if (seen.has(id))
      compiler.error(below(at, 'id'), `There are two public forms ${id}. Give each its own id.`, {
        code: 'form-exists',
        params: { name: id },
      });
    seen.add(id);
    if (from !== undefined && until !== undefined && from > until)
      compiler.error(below(at, 'until'), `${id} ends before it begins.`, { code: 'form-days', params: {} });
    const fields = form.fields.map((one, place_) =>
      compileOffered(one, below(at, `fields/${place_}`), place),
    );
    const offered = new Set(fields.map(({ field }) => field));
    checkMail(form, offered, at, place);
    checkLink(form, offered, at, place);
    return {
      ...{ id, address, entity: draft.id, from, until, theme, accent, overlay, fields },
      ...{ title: title as PublicFormModel['title'], thanks: thanks as PublicFormModel['thanks'] },
      ...{
        intro: form.intro as PublicFormModel['intro'],
        consent: form.consent as PublicFormModel['consent'],
      },
      set: compileSet(form, offered, at, place),
      languages: form.languages ?? ['en-CA', 'fr-CA'],
      mostPerDay: form.mostPerDay ?? usualMost,
      confirm: form.confirm as PublicFormModel['confirm'],
      notify: { roles: form.notify?.roles ?? [], people: form.notify?.people ?? [] },
      link: form.link && {
        fields: form.link.fields,
        days: form.link.days ?? usualDays,
        once: form.link.once === true,
      },
      ...{ open: open === true, off: off === true, file, pointer: at.path },
      said: JSON.stringify({ ...form, off: undefined, overlay: undefined }),
    };
  });
}

/** The shown fields of a form in their sections; those before the first title have none. */
export function sectionsOfForm(
  { fields }: { readonly fields: readonly Pick<PublicFieldModel, 'field' | 'section'>[] },
  shown: readonly string[],
): readonly FormSection[] {
  const sections: { Title: PublicFieldModel['section'] | null; Fields: string[] }[] = [];
  for (const { field, section } of fields) {
    if (section || sections.length === 0) sections.push({ Title: section ?? null, Fields: [] });
    if (shown.includes(field)) sections.at(-1)?.Fields.push(field);
  }
  return sections.filter(({ Fields }) => Fields.length > 0) as readonly FormSection[];
}

/** As the page of the form is given it. */
export type FormSection = {
  readonly Title: Readonly<Record<'en-CA' | 'fr-CA', string>> | null;
  readonly Fields: readonly string[];
};

const below = ({ file, path }: Place, name: string): Place => ({ file, path: `${path}/${name}` });

/** Kinds whose values mean nothing to people outside, or would show them something. */
const closedKinds: ReadonlySet<string> = new Set([
  'person',
  'rule',
  'json',
  'id',
  'sequence',
  'object',
  'html',
]);

const any: ExpressionType = { kind: 'any' };

/** Whether a form may offer the field; lists of rows only where nothing in them leads elsewhere. */
export function isOfferable(field: FieldModel, state?: string): boolean {
  const isPlain = field.stored && !field.readOnly && !field.sequence && !closedKinds.has(field.kind);
  if (!isPlain || field.name === state || field.path.includes('.')) return false;
  if (field.account || field.ref?.owner || field.ref?.entity === 'user') return false;
  return (field.fields ?? []).every(({ ref, kind, file }) => !ref && !file && !closedKinds.has(kind));
}

/** Whether a form offers records for the field, those that its "where" names. */
export const offersRecords = (field: FieldModel): boolean =>
  field.ref !== undefined && (refersToOne(field) || refersToMany(field)) && !holdsFiles(field);

function compileOffered(
  { field: name, required, where, section }: PublicForm['fields'][number],
  at: Place,
  { draft, compiler, types }: RulesPlace,
): PublicFieldModel {
  const field = draft.fieldByPath.get(name);
  compiler.use(`field:${draft.id}.${name}`, at);
  if (!field)
    compiler.error(below(at, 'field'), `${draft.id} has no field ${name}.`, {
      code: 'no-field',
      params: { entity: draft.id, field: name },
    });
  else if (!isOfferable(field))
    compiler.error(below(at, 'field'), `A public form cannot offer ${draft.id}.${name}.`, {
      code: 'form-field',
      params: { field: name },
    });
  const target = field && offersRecords(field) ? field.ref?.entity : undefined;
  if (where !== undefined && target === undefined)
    compiler.error(below(at, 'where'), `${name} refers to nothing, so it has no "where".`, {
      code: 'form-where',
      params: { field: name },
    });
  const condition =
    where === undefined || target === undefined
      ? undefined
      : compiler.where(where, below(at, 'where'), () => whereScope(types, target, {}));
  if (target !== undefined && where === undefined)
    compiler.warn(at, `${name} offers nothing: say in "where" which records people outside may see.`, {
      code: 'form-offers-nothing',
      params: { field: name },
    });
  return {
    ...{ field: name, required: required === true },
    ...(section && { section: section as PublicFieldModel['section'] }),
    ...(condition && { where: condition }),
  };
}

function compileSet(
  { set = {} }: PublicForm,
  offered: ReadonlySet<string>,
  at: Place,
  { draft, compiler, types }: RulesPlace,
): PublicFormModel['set'] {
  const compiled = Object.entries(set).map(([name, text]) => {
    const here = below(at, `set/${name}`);
    const field = draft.fieldByPath.get(name);
    compiler.use(`field:${draft.id}.${name}`, here);
    if (!field)
      compiler.error(here, `${draft.id} has no field ${name}.`, {
        code: 'no-field',
        params: { entity: draft.id, field: name },
      });
    else if (offered.has(name) || !field.stored || field.readOnly || name.includes('.'))
      compiler.error(here, `A public form cannot set ${draft.id}.${name}.`, {
        code: offered.has(name) ? 'form-set-offered' : 'form-set',
        params: { field: name },
      });
    const wants = () => (field ? fieldType(types, field) : any);
    const scope = () => ruleScope(types, modelOf(types, draft));
    return [name, compiler.expression(String(text), here, scope, wants)] as const;
  });
  return Object.fromEntries(compiled);
}

function checkMail(
  { confirm }: PublicForm,
  offered: ReadonlySet<string>,
  at: Place,
  { draft, compiler }: RulesPlace,
): void {
  if (!confirm) return;
  if (offered.has(confirm.to) && recipientKind(draft.fieldByPath.get(confirm.to)) === 'address') return;
  compiler.error(
    below(at, 'confirm/to'),
    `The confirmation needs an offered e-mail field, not ${confirm.to}.`,
    {
      code: 'form-mail',
      params: { field: confirm.to },
    },
  );
}

function checkLink(
  { link }: PublicForm,
  offered: ReadonlySet<string>,
  at: Place,
  { compiler }: RulesPlace,
): void {
  for (const name of link?.fields ?? [])
    if (!offered.has(name))
      compiler.error(below(at, 'link/fields'), `The link names ${name}, which the form does not offer.`, {
        code: 'form-link',
        params: { field: name },
      });
}
