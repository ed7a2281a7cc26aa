/** Who may decide a task of an approval. */
import { type ApprovalModel, type ApproverModel, type DataRecord, superiorField } from '#engine';
import type { StoreSession } from '../../store/types.ts';
import { allOf, equals } from '../filters.ts';
import { rolesOf } from '../rightsOver.ts';
import { absenceEntity, type TaskState, taskEntity } from './approvalNames.ts';

/** A session without anyone's row access. */
type Raw = Pick<StoreSession, 'find' | 'get' | 'getMany'>;

export type Slot = { readonly Slot: number; readonly UserId?: string; readonly Role?: string };

type Asking = {
  readonly record: DataRecord;
  /** The account of the person who asks; absent: the system. */
  readonly requester: DataRecord | undefined;
};

/** The tasks of these entries; an entry that names nobody has none. */
export function slotsOf(
  by: readonly ApproverModel[],
  { record, requester }: Asking,
  place?: number,
): readonly Slot[] {
  return by.flatMap(({ role, field, superior }, index): readonly Slot[] => {
    const Slot = place ?? index;
    if (role !== undefined) return [{ Slot, Role: role }];
    const id = superior ? requester?.[superiorField] : record[field ?? ''];
    return typeof id === 'string' && id !== '' ? [{ Slot, UserId: id }] : [];
  });
}

/** The active people who may decide a task themselves. */
export async function peopleOf(raw: Raw, { UserId, Role }: DataRecord): Promise<readonly DataRecord[]> {
  if (typeof UserId === 'string') {
    const person = await raw.get('user', UserId);
    return person?.IsActive === true ? [person] : [];
  }
  const { items } = await raw.find({ entity: 'user', filter: equals('IsActive', true) });
  return items.filter((person) => rolesOf(person).includes(String(Role)));
}

/** Whether enough people could decide: someone for one entry or for every entry. */
export async function canBeDecided(
  raw: Raw,
  { needs, own, by }: Pick<ApprovalModel, 'needs' | 'own' | 'by'>,
  { slots, requester }: { readonly slots: readonly Slot[]; readonly requester: DataRecord | undefined },
): Promise<boolean> {
  const filled = new Set<number>();
  for (const slot of slots) {
    const people = await peopleOf(raw, slot);
    if (people.some(({ Id }) => own || Id !== requester?.Id)) filled.add(slot.Slot);
  }
  return needs === 'one' ? filled.size > 0 : filled.size === by.length;
}

/** A person, and those they substitute for today. */
export type Deciders = { readonly person: DataRecord; readonly absent: readonly DataRecord[] };

export async function decidersOf(raw: Raw, person: DataRecord, today: string): Promise<Deciders> {
  const { items } = await raw.find({
    entity: absenceEntity,
    filter: allOf([
      equals('SubstituteId', person.Id),
      { kind: 'compare', path: 'FromDate', operator: 'le', value: today },
      { kind: 'compare', path: 'ToDate', operator: 'ge', value: today },
    ]),
  } as never);
  const ids = [...new Set(items.map(({ UserId }) => String(UserId)))];
  const found = ids.length > 0 ? await raw.getMany('user', ids) : [];
  return { person, absent: found.filter(({ IsActive }) => IsActive === true) };
}

/** Whether the person may decide the task, and for whom; nobody decides what they asked for themselves. */
export function rightTo(
  { person, absent }: Deciders,
  task: DataRecord,
  { own, requester }: { readonly own: boolean; readonly requester: unknown },
): { readonly for?: DataRecord } | undefined {
  const isOpen = ({ Id }: DataRecord) => own || Id !== requester;
  if (!isOpen(person)) return undefined;
  if (isNamed(person, task)) return {};
  const principal = absent.find((one) => isOpen(one) && isNamed(one, task));
  return principal && { for: principal };
}

export const isNamed = (person: DataRecord, { UserId, Role }: DataRecord): boolean =>
  typeof UserId === 'string' ? person.Id === UserId : rolesOf(person).includes(String(Role));

/** The substitutes of a person today. */
export async function substitutesOf(
  raw: Raw,
  person: unknown,
  today: string,
): Promise<readonly DataRecord[]> {
  const { items } = await raw.find({
    entity: absenceEntity,
    filter: allOf([
      equals('UserId', person),
      { kind: 'compare', path: 'FromDate', operator: 'le', value: today },
      { kind: 'compare', path: 'ToDate', operator: 'ge', value: today },
    ]),
  } as never);
  const ids = [...new Set(items.map(({ SubstituteId }) => String(SubstituteId)))];
  const found = ids.length > 0 ? await raw.getMany('user', ids) : [];
  return found.filter(({ IsActive }) => IsActive === true);
}

export async function tasksOf(
  raw: Raw,
  approval: unknown,
  state?: TaskState,
): Promise<readonly DataRecord[]> {
  const filter = allOf([equals('ApprovalId', approval), state ? equals('State', state) : undefined]);
  return (await raw.find({ entity: taskEntity, filter } as never)).items;
}
