import { useMemo } from 'react';
import { type EntityModel, type FieldModel, type Model, refersToOne, resolvePath } from '#engine';
import { useModel, useUser } from '../../data/App.tsx';
import { allows } from '../../data/allows.ts';
import { type Say, useMessage } from '../../data/messages.tsx';
import type { Option } from '../../parts/control.ts';

/** Entities whose records the person may see, by what they are called. */
export function useEntities(): readonly Option[] {
  const model = useModel();
  const say = useMessage();
  const { Features } = useUser();
  return useMemo(
    () =>
      [...model.entities.values()]
        .filter(({ policy }) => allows(policy.view, Features))
        .map(({ id, plural }) => ({ id, label: say(plural) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [model, say, Features],
  );
}

export type FieldChoice = Option & { readonly field: FieldModel };

/** The fields of an entity, and of what it refers to, that a query can ask; those of the overlay among them. */
export function useFields(entity: string | null | undefined): readonly FieldChoice[] {
  const model = useModel();
  const say = useMessage();
  return useMemo(() => fieldsOf(model, say, entity), [model, say, entity]);
}

function fieldsOf(model: Model, say: Say, id: string | null | undefined): readonly FieldChoice[] {
  const entity = model.entities.get(id ?? '');
  if (!entity) return [];
  const own = plainFields(entity);
  const further = own.flatMap((field) => {
    const target = refersToOne(field) ? model.entities.get(field.ref?.entity ?? '') : undefined;
    if (!target) return [];
    return plainFields(target)
      .filter((each) => !isSystem(each))
      .map((each) => ({
        ...{ id: `${field.expand?.as ?? field.name}.${each.name}`, field: each },
        label: `${say(field.label)} › ${say(each.label)}`,
      }));
  });
  const choice = (field: FieldModel) => ({ id: field.name, label: say(field.label), field });
  const direct = own.filter((field) => !isSystem(field)).map(choice);
  return [...direct, ...further, ...own.filter(isSystem).map(choice)];
}

/** Of these, what a report can show: of a record referred to only what answers carry beside its id. */
export function useReportFields(entity: string | null | undefined): readonly FieldChoice[] {
  const model = useModel();
  const fields = useFields(entity);
  return useMemo(() => fields.filter(({ id }) => fieldAt(model, entity, id)), [fields, model, entity]);
}

/** Those that every entity has: nobody looks for them first. */
const isSystem = ({ label }: FieldModel): boolean => label.startsWith('field.system.');

const shapeless = new Set<FieldModel['kind']>([
  ...(['rows', 'object', 'json', 'references', 'html', 'file', 'flags'] as const),
]);

const plainFields = ({ fields }: EntityModel): readonly FieldModel[] =>
  fields.filter(
    ({ stored, kind, records, name }) => stored && !records && !shapeless.has(kind) && name !== 'Id',
  );

/** The field a path names. */
export function fieldAt(
  model: Model,
  entity: string | null | undefined,
  path: string,
): FieldModel | undefined {
  const found = model.entities.get(entity ?? '');
  return found && resolvePath(model.entities, found, path)?.field;
}
