/** Writes translated texts, each checked as if typed into the field; all or none. */
import {
  type DataRecord,
  evaluateRecord,
  type FieldModel,
  type Locale,
  locales,
  normalValue,
  sameValue,
  wellFormed,
} from '#engine';
import { type PlacedIssue, Refusal } from '../errors/Refusal.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import { ruleContext, type WriteScope } from '../operations/OperationCall.ts';
import { ownerOf } from '../operations/ownerOf.ts';
import { storeUpdate, updateWithin } from '../operations/updateRecord.ts';
import { examineWrite, refuseErrors } from '../operations/validateWrite.ts';
import { kept, ownLanguage, type TextRecord, textFields, textRecords, valueIn } from './findTexts.ts';

/** Where findings of a text are reported: a place in the body, or a cell. */
export type Place = { readonly path: string; readonly cell?: string };

export type SentText = {
  readonly entity: string;
  readonly id: string;
  readonly property: string;
  readonly language: string;
  readonly value: unknown;
  readonly place: Place;
};

export type Taken = {
  readonly issues: readonly PlacedIssue[];
  readonly changed: number;
  readonly same: number;
};

/** The name of this operation in rules (`on`) and history. */
const operation = 'localization';

/** Refuses when the record's rules forbid the operation `localization`. */
async function refuseClosed(scope: WriteScope, plan: EntityPlan, id: string): Promise<void> {
  const stored = await loadRecord(scope, plan, id);
  const checks = plan.entity.rules.checks.filter(({ on }) => on?.includes(operation)).map((rule) => rule.id);
  const { issues } = await examineWrite(scope, {
    plan,
    action: operation,
    next: stored,
    previous: stored,
    checksWritable: false,
  });
  refuseErrors(
    plan,
    issues.filter(({ rule }) => checks.includes(rule)),
  );
}

/** Writes the texts of one record and what it owns; the caller refuses the returned issues. */
export async function takeTexts(
  scope: WriteScope,
  plan: EntityPlan,
  id: string,
  sent: readonly SentText[],
): Promise<Taken> {
  await refuseClosed(scope, plan, id);
  const records = new Map(
    (await textRecords(scope, plan, id)).map((one) => [`${one.plan.entity.id} ${one.record.Id}`, one]),
  );
  const issues: PlacedIssue[] = [];
  const byRecord = new Map<TextRecord, Change[]>();
  for (const text of sent) {
    const found = records.get(`${text.entity} ${text.id.toLowerCase()}`);
    const read = readText(scope, found, text);
    if ('issue' in read) issues.push(read.issue);
    else if (found) byRecord.set(found, [...(byRecord.get(found) ?? []), read]);
  }
  let changed = 0;
  for (const [found, changes] of byRecord) {
    const news = changes.filter(
      ({ field, language, value }) => valueIn(found.record, field, language) !== value,
    );
    changed += news.length;
    if (news.length > 0) issues.push(...(await changeRecord(scope, found, news)));
    if (scope.call.budget.isDue()) await scope.call.budget.yieldTurn();
  }
  return { issues, changed, same: sent.length - changed };
}

type Change = {
  readonly field: FieldModel;
  readonly language: Locale;
  readonly value: string | null;
  readonly place: Place;
};

const issueOf = (place: Place, message: string, params: PlacedIssue['params'] = {}): PlacedIssue => ({
  rule: message,
  level: 'error',
  message,
  params,
  ...place,
});

function readText(
  { call }: WriteScope,
  found: TextRecord | undefined,
  { property, language, value, place }: SentText,
): Change | { readonly issue: PlacedIssue } {
  const field = found && textFields(call, found.plan).find(({ name }) => name === property);
  if (!field) return { issue: issueOf(place, 'texts.no-such-text') };
  const known = locales.find((one) => one === language);
  if (!known)
    return { issue: issueOf(place, 'texts.no-such-language', { language, languages: locales.join(', ') }) };
  if (value !== null && value !== undefined && typeof value !== 'string')
    return { issue: issueOf(place, 'texts.not-text') };
  const text = typeof value === 'string' ? String(normalValue(field, wellFormed(value))) : '';
  return { field, language: known, value: text.trim() === '' ? null : text, place };
}

/** The first language is a normal change; a translation is checked as if it stood in the field. */
async function changeRecord(
  scope: WriteScope,
  { plan, record }: TextRecord,
  changes: readonly Change[],
): Promise<readonly PlacedIssue[]> {
  const own = changes.filter(({ language }) => language === ownLanguage);
  const others = changes.filter(({ language }) => language !== ownLanguage);
  const before = await loadRecord(scope, plan, String(record.Id));
  const owner = await ownerOf(scope.call, scope.session, plan, before);
  const wrong = others.flatMap((change) => judged(scope, { plan, previous: before, owner }, change));
  const issues = own.length > 0 ? [...(await changeOwn(scope, plan, record, own)), ...wrong] : wrong;
  if (issues.length > 0 || others.length === 0) return issues;
  const previous = own.length > 0 ? await loadRecord(scope, plan, String(record.Id)) : before;
  const $localized = others.reduce(withText, kept(previous));
  const next = { ...previous, $localized: sameValue($localized, {}) ? undefined : $localized };
  await storeUpdate(scope, plan, { previous, next, operation });
  return [];
}

async function changeOwn(
  scope: WriteScope,
  plan: EntityPlan,
  { Id }: DataRecord,
  changes: readonly Change[],
): Promise<readonly PlacedIssue[]> {
  const input = Object.fromEntries(changes.map(({ field, value }) => [field.name, value]));
  try {
    await updateWithin(scope, plan, { id: String(Id), input });
    return [];
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.issues) throw error;
    const placeOf = (path: string) =>
      (changes.find(({ field }) => path === `/${field.name}`) ?? (changes[0] as Change)).place;
    return error.details.issues.map((issue) => ({ ...issue, ...placeOf(issue.path) }));
  }
}

type Judging = { readonly plan: EntityPlan; readonly previous: DataRecord; readonly owner?: DataRecord };

function judged(
  { call }: WriteScope,
  { plan, previous, owner }: Judging,
  { field, value, place }: Change,
): readonly PlacedIssue[] {
  if (value === null) return [];
  const context = ruleContext(call, { action: 'update', owner, previous });
  const { issues } = evaluateRecord(
    plan.entity,
    { ...previous, [field.name]: value },
    context,
    call.runtime.validators,
  );
  return issues
    .filter(({ path, level }) => path === `/${field.name}` && level === 'error')
    .map((issue) => ({ ...issue, ...place }));
}

type Kept = ReturnType<typeof kept>;

function withText(all: Kept, { field, language, value }: Change): Kept {
  const { [language]: _old, ...rest } = all[field.name] ?? {};
  const texts = value === null ? rest : { ...rest, [language]: value };
  const { [field.name]: _all, ...others } = all;
  return Object.keys(texts).length === 0 ? others : { ...others, [field.name]: texts };
}
