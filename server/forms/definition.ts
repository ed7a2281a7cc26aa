/** What the page of a form is given: texts, the declarations of its fields, what references offer, and a challenge. */
import {
  type DataRecord,
  type EntityModel,
  formBundle,
  holdsFiles,
  type PublicFormModel,
  sectionsOfForm,
} from '#engine';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import { dayIn } from '../work/dayIn.ts';
import { newChallenge } from './challenge.ts';
import { closedBy, consentVersion, dayKey, namesOf } from './formNamed.ts';
import { takenOf } from './formUse.ts';
import { offersOf } from './offers.ts';

type Describing = {
  readonly runtime: Runtime;
  readonly call: OperationCall;
  readonly form: PublicFormModel;
  readonly zone: string;
  /** The record that a link opens. */
  readonly record?: DataRecord | undefined;
};

/** Nothing of a closed form but its title. */
export async function definitionOf(describing: Describing): Promise<DataRecord> {
  const { runtime, form, zone, record } = describing;
  const { title, languages, theme, accent, off } = form;
  const page = {
    ...{ Address: form.address, Title: title, Languages: languages },
    ...{ Theme: theme ?? null, Accent: accent ?? null },
  };
  // A link is a promise to one person, so only a form that was closed for good refuses it.
  const closed = record && !off ? undefined : await closedBy(form, { runtime, session: runtime.store, zone });
  if (closed) return { ...page, Closed: closed, From: form.from ?? null };
  return { ...page, ...(await openParts(describing)) };
}

async function openParts({ runtime, call, form, zone, record }: Describing): Promise<DataRecord> {
  const { store, ports } = runtime;
  const taken = await takenOf(ports, store, dayKey(form, dayIn(ports.now(), null, zone)));
  const names = record ? (form.link?.fields ?? []) : namesOf(form);
  const { consent } = form;
  return {
    ...{ Intro: form.intro ?? null, Thanks: form.thanks, Entity: form.entity },
    Consent: consent ? { Version: await consentVersion(runtime, form), Text: consent } : null,
    ...(await bundleOf({ runtime, call, form, names })),
    ...(await newChallenge(runtime, form, taken)),
    ...(record && { Values: valuesOf(runtime, form, record) }),
  };
}

type Bundling = Pick<Describing, 'runtime' | 'call' | 'form'> & { readonly names: readonly string[] };

/** The fields that are shown, and their declarations; a reference that offers nothing is left out. */
export async function bundleOf({ runtime, call, form, names }: Bundling) {
  const entity = runtime.model.entities.get(form.entity) as EntityModel;
  const shown = { ...form, fields: form.fields.filter(({ field }) => names.includes(field)) };
  const offers = await offersOf({ call, session: runtime.store }, shown);
  const Fields = names.filter((name) => offers.get(name)?.length !== 0);
  for (const [name, offered] of offers) if (offered.length === 0) offers.delete(name);
  return {
    Fields,
    Sections: sectionsOfForm(form, Fields),
    Bundle: formBundle(runtime.bundle, { entity, form, names: Fields, offers }),
  };
}

/** The fields of the link with their values; files by their names only. */
function valuesOf({ model }: Runtime, { entity, link }: PublicFormModel, record: DataRecord): DataRecord {
  const { fieldByPath } = model.entities.get(entity) as EntityModel;
  const entries = (link?.fields ?? []).map((name) => {
    const field = fieldByPath.get(name);
    const as = field?.expand && holdsFiles(field) ? field.expand.as : name;
    return [name, record[as] ?? record[name] ?? null] as const;
  });
  return Object.fromEntries(entries);
}
