/** What a file may fill in for a person: fields, keys to update by, and texts that name a reference. */
import { type EntityModel, type FieldModel, kinds, type Model, namesRecord } from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { isSigned } from '../operations/signatures.ts';
import { namedRecord } from './namedRecord.ts';

type Features = ReadonlySet<string> | undefined;

/** Fields that the person may both see and write, and that fit into a cell. */
export function importFields(plan: EntityPlan, features: Features): readonly FieldModel[] {
  const { entity, managed } = plan;
  return entity.fields.filter((field) => {
    const { view, write } = entity.policy.fields[field.name] ?? {};
    const isOpen = [view, write].every((access) => !access || isAllowed(access, features));
    const isNumbered = field.sequence !== undefined && !field.sequence.given;
    const isOwn = field.stored && !field.readOnly && !managed.has(field.name) && !field.records;
    return isOpen && isOwn && !isNumbered && !isSigned(field) && kinds[field.kind].sheet !== undefined;
  });
}

/** Lists of fields that together identify a record: its uniques, and its label. */
export function importKeys(
  { labelField, unique }: EntityModel,
  fields: readonly FieldModel[],
): readonly (readonly string[])[] {
  const plain = new Set(fields.filter((field) => !namesRecord(field) && !field.localized).map(nameOf));
  const keys = [...unique.map(({ fields: own, within }) => [...within, ...own]), [labelField]];
  const known = new Set<string>();
  return keys.filter((names) => {
    const isNew = !known.has(names.join());
    known.add(names.join());
    return isNew && names.every((name) => plain.has(name));
  });
}

/** The texts of a record that name it in a cell, as far as the person may see them. */
function referenceTexts(model: Model, target: string, features: Features): readonly string[] {
  const entity = model.entities.get(target);
  if (!entity || !isAllowed(entity.policy.view, features)) return [];
  const alone = entity.unique.flatMap(({ fields, within }) =>
    fields.length === 1 && within.length === 0 ? fields : [],
  );
  return [...new Set([entity.labelField, ...alone])].filter((name) => {
    const field = entity.fieldByPath.get(name);
    const view = entity.policy.fields[name]?.view;
    return field?.stored && field.storage === 'text' && !field.ref && (!view || isAllowed(view, features));
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds the record of a cell by its Id or any of its texts, among those that the form would offer. */
export const findReferred: typeof namedRecord = async (scope, plan, wanted, known) => {
  const { call } = scope;
  const { name, field } = wanted;
  const texts = referenceTexts(call.runtime.model, field.ref?.entity ?? '', call.features);
  if (texts.length === 0) return undefined;
  const by = uuid.test(name) ? ['Id'] : texts;
  const value = uuid.test(name) ? name.toLowerCase() : name;
  if (known.size > mostKnown) known.clear();
  return namedRecord(scope, plan, { ...wanted, name: value, by }, known);
};

/** References remembered within a file. */
const mostKnown = 20_000;

const nameOf = ({ name }: FieldModel): string => name;
