/** Every text of a record and of all it owns that has another in each language. What the texts are, the declarations say. */
import { type DataRecord, type FieldModel, type Locale, mayAccess } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { ownedBy } from '../operations/ownedBy.ts';
import type { StoreSession } from '../store/types.ts';

export type From = { readonly call: OperationCall; readonly session: StoreSession };

/** What stands in the field itself is in the first language; the others are kept beside the record. */
export const ownLanguage: Locale = 'en-CA';

type Localization = { readonly LanguageCultureName: string; readonly Value: string | null };

/** One text as calls carry it. */
export type TextEntry = {
  readonly EntityType: string;
  readonly EntityId: string;
  readonly Property: string;
  /** What the record is called, in the first language. */
  readonly Name: string;
  readonly Localizations: readonly Localization[];
};

export type TextRecord = { readonly plan: EntityPlan; readonly record: DataRecord };

/** The record and what it owns, owners first, those that have an order in it; as the store keeps them. */
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
    // There may be a million of these, and none of them has a text.
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

/** Of each language, the first being that of the field itself. */
export function valueIn(
  record: DataRecord,
  { name }: Pick<FieldModel, 'name'>,
  language: Locale,
): string | null {
  const value = language === ownLanguage ? record[name] : kept(record)[name]?.[language];
  return typeof value === 'string' && value !== '' ? value : null;
}

type Kept = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** The texts that are kept beside the record: field → language → text. */
export const kept = ({ $localized }: DataRecord): Kept => ($localized ?? {}) as Kept;

const languages: readonly Locale[] = ['en-CA', 'fr-CA'];

/** The texts as calls carry them; what stands empty in every language is no text. */
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
