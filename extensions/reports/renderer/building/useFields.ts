import { useMemo } from 'react';
import {
  type EntityModel,
  type FieldModel,
  kinds,
  type Model,
  refersToOne,
  resolveReferencePath,
} from '#engine';

import { allows, type Option, type Say, useMessage, useModel, useUser } from '#renderer';
/** Entities whose records the person may see, by title. */
export function useEntities(): readonly Option[] {
  const model = useModel();
  const say = useMessage();
  const { Features } = useUser();
  return useMemo(
    () =>
      [...model.entities.values()]
        .filter(({ policy }) => allows(policy.view, Features) || isReported(policy, Features))
        .map(({ id, plural }) => ({ id, label: say(plural) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [model, say, Features],
  );
}

export type FieldChoice = Option & { readonly field: FieldModel };

/**
 * Fields of an entity and of its references that a query may use and the person may see, including those of
 * the overlay.
 */
export function useFields(entity: string | null | undefined): readonly FieldChoice[] {
  const model = useModel();
  const say = useMessage();
  const { Features } = useUser();
  return useMemo(() => fieldsOf({ model, say, Features }, entity), [model, say, Features, entity]);
}

type Offering = { readonly model: Model; readonly say: Say; readonly Features: readonly string[] };

function fieldsOf({ model, say, Features }: Offering, id: string | null | undefined): readonly FieldChoice[] {
  const entity = model.entities.get(id ?? '');
  if (!entity) return [];
  const own = plainFields(entity, Features);
  const further = own.flatMap((field) => {
    const target = refersToOne(field) ? model.entities.get(field.ref?.entity ?? '') : undefined;
    if (!target) return [];
    const isOpen = allows(target.policy.view, Features) || isReported(target.policy, Features);
    return plainFields(target, Features)
      .filter((each) => !isSystem(each) && (isOpen || field.expand?.fields.includes(each.name)))
      .map((each) => ({
        ...{ id: `${field.expand?.as ?? field.name}.${each.name}`, field: each },
        label: `${say(field.label)} › ${say(each.label)}`,
      }));
  });
  const choice = (field: FieldModel) => ({ id: field.name, label: say(field.label), field });
  const direct = own.filter((field) => !isSystem(field)).map(choice);
  return [...direct, ...further, ...own.filter(isSystem).map(choice)];
}

/** Fields of every entity, sorted last. */
const isSystem = ({ label }: FieldModel): boolean => label.startsWith('field.system.');

const plainFields = ({ fields, policy }: EntityModel, features: readonly string[]): readonly FieldModel[] =>
  fields.filter(
    ({ stored, kind, records, name }) =>
      stored &&
      !records &&
      !kinds[kind].absent?.report &&
      name !== 'Id' &&
      allows(policy.fields[name]?.view, features) &&
      (allows(policy.view, features) ||
        !isReported(policy, features) ||
        policy.reported?.fields.includes(name)),
  );

/** Whether reports may show some fields to people who may not view the records. */
const isReported = ({ view, reported }: EntityModel['policy'], features: readonly string[]): boolean =>
  reported !== undefined && !allows(view, features) && allows(reported.to, features);

/** The field at a path. */
export function fieldAt(
  model: Model,
  entity: string | null | undefined,
  path: string,
): FieldModel | undefined {
  const found = model.entities.get(entity ?? '');
  return found && resolveReferencePath(model.entities, found, path)?.field;
}
