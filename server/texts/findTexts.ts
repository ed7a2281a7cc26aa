/** Finds every translatable text of a record and all it owns, as declared. */
import { type DataRecord, type FieldModel, type Locale, mayAccess } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { ownedBy } from '../operations/ownedBy.ts';
import type { StoreSession } from '../store/types.ts';

export type From = { readonly call: OperationCall; readonly session: StoreSession };

/** The field itself holds the first language; translations are kept beside the record. */
export const ownLanguage: Locale = 'en-CA';

type Localization = { readonly LanguageCultureName: string; readonly Value: string | null };

/** One text in the shape of the API. */
export type TextEntry = {
  readonly EntityType: string;
  readonly EntityId: string;
  readonly Property: string;
  /** The record's name in the first language. */
  readonly Name: string;
  readonly Localizations: readonly Localization[];
};

export type TextRecord = { readonly plan: EntityPlan; readonly record: DataRecord };

/** The stored records: the root and what it owns, owners first, in their declared order. */
export async function textRecords(from: From, plan: EntityPlan, id: string): Promise<readonly TextRecord[]> {
  const root = await from.session.get(plan.entity.id, id);
  if (!root) throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id } });
  const seen = new Set([id]);
  return [{ plan, record: root }, ...(await ownedTexts(from, plan, [id], seen))];
}

async function ownedTexts(
  from: From,
  plan: EntityPlan,
  ids: readonly string[],
  seen: Set<string>,
): Promise<readonly TextRecord[]> {
  const found: TextRecord[] = [];
  for (const name of plan.entity.owns) {
    const below = from.call.runtime.planOf(name);
    // There may be a million of these, and they have no texts.
    if (below.entity.many) continue;
    const path = below.entity.order?.field ?? below.entity.labelField;
    const isStored = below.stored.some((field) => field.name === path);
    const sort = isStored ? [{ path, direction: 'asc' } as const] : [];
    const { id } = plan.entity;
    const records = (await ownedBy(from, { entity: below.entity, sort }, { entity: id, ids })).filter(
      ({ Id }) => !seen.has(String(Id)),
    );
    for (const { Id } of records) seen.add(String(Id));
    found.push(...records.map((record) => ({ plan: below, record })));
    if (records.length > 0)
      found.push(
        ...(await ownedTexts(
          from,
          below,
          records.map(({ Id }) => String(Id)),
          seen,
        )),
      );
    if (from.call.budget.isDue()) await from.call.budget.yieldTurn();
  }
  return found;
}

/** The texts of an entity that the person may see. */
export function textFields({ user }: OperationCall, { entity }: EntityPlan): readonly FieldModel[] {
  const { view, fields } = entity.policy;
  if (!mayAccess(view, user)) return [];
  return entity.fields.filter(({ localized, name }) => {
    const own = fields[name]?.view;
    return localized && (own === undefined || mayAccess(own, user));
  });
}

/** The value in a language; the first language is the field itself. */
export function valueIn(
  record: DataRecord,
  { name }: Pick<FieldModel, 'name'>,
  language: Locale,
): string | null {
  const value = language === ownLanguage ? record[name] : kept(record)[name]?.[language];
  return typeof value === 'string' && value !== '' ? value : null;
}

type Kept = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** The stored translations: field → language → text. */
export const kept = ({ $localized }: DataRecord): Kept => ($localized ?? {}) as Kept;

const languages: readonly Locale[] = ['en-CA', 'fr-CA'];

/** The texts in the shape of the API, without those empty in every language. */
export function entriesOf(call: OperationCall, records: readonly TextRecord[]): readonly TextEntry[] {
  return records.flatMap(({ plan, record }) =>
    textFields(call, plan).flatMap((field) => {
      const localizations = languages.map((language) => ({
        LanguageCultureName: language,
        Value: valueIn(record, field, language),
      }));
      if (localizations.every(({ Value }) => Value === null)) return [];
      return [
        {
          EntityType: plan.entity.id,
          EntityId: String(record.Id),
          Property: field.name,
          Name: String(record[plan.entity.labelField] ?? record.Id),
          Localizations: localizations,
        },
      ];
    }),
  );
}
