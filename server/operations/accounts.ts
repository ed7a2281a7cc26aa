/** Which people a field of kind person accepts, and the findings of those that a write newly names. */
import type { DataRecord, FieldModel, Issue } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import type { Runtime, WriteScope } from './OperationCall.ts';
import { rolesOf } from './rightsOver.ts';

type Naming = { readonly field: FieldModel; readonly id: string; readonly path: string };
type Change = {
  readonly record: DataRecord;
  readonly previous?: DataRecord | undefined;
  /** The only fields the person writes, as in a copy; absent: all. */
  readonly writes?: readonly string[] | undefined;
};

/** Whether the account has a role and the feature that the field asks for. */
export function isAccepted(
  { featuresOf }: Pick<Runtime, 'featuresOf'>,
  { account }: FieldModel,
  person: DataRecord,
): boolean {
  const { roles, feature } = account ?? {};
  const own = rolesOf(person);
  if (roles && !roles.some((role) => own.includes(role))) return false;
  return feature === undefined || featuresOf(own).includes(feature);
}

/** People whom the same field named before may stay, whatever became of their account since. */
export async function checkAccounts(
  { call, session }: WriteScope,
  { entity }: EntityPlan,
  { record, previous, writes }: Change,
): Promise<readonly Issue[]> {
  const keyOf = ({ field, id }: Naming) => `${field.path} ${id}`;
  const before = new Set(namedIn(entity.fields, previous ?? {}, '').map(keyOf));
  const isWritten = ({ path }: Naming) => !writes || writes.includes(path.split('/')[1] ?? '');
  const named = namedIn(entity.fields, record, '').filter((one) => !before.has(keyOf(one)) && isWritten(one));
  if (named.length === 0) return [];
  const people = await session.getMany('user', [...new Set(named.map(({ id }) => id))]);
  const byId = new Map(people.map((person) => [person.Id, person]));
  return named.flatMap(({ field, id, path }): readonly Issue[] => {
    const person = byId.get(id);
    // A missing account is reported like any other missing reference.
    if (!person || (person.IsActive === true && isAccepted(call.runtime, field, person))) return [];
    const rule = person.IsActive === true ? 'person.not-accepted' : 'person.is-inactive';
    return [{ rule, path, level: 'error', message: rule, params: { name: person.DisplayName } }];
  });
}

function namedIn(fields: readonly FieldModel[], holder: DataRecord, pointer: string): readonly Naming[] {
  return fields.flatMap((field) => {
    const value = holder[field.name];
    const path = `${pointer}/${field.name}`;
    if (field.account) return typeof value === 'string' ? [{ field, id: value.toLowerCase(), path }] : [];
    if (!field.fields || typeof value !== 'object' || value === null) return [];
    if (!Array.isArray(value)) return namedIn(field.fields, value as DataRecord, path);
    return value.flatMap((row, at) => namedIn(field.fields ?? [], row as DataRecord, `${path}/${at}`));
  });
}
