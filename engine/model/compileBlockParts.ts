/** Parts shared by all blocks, and checks of names that blocks refer to. */
import type { Jobs as DeclaredJobs, ScreenDeclaration } from '../declaration/types.generated.ts';
import { resolvePath } from '../query/paths.ts';
import type { BlockJobs, FixedFilterModel } from '../types/modelTypes.ts';
import {
  condition,
  expression,
  messageKey,
  optionalAccess,
  type ScreenContext,
  screenText,
} from './compileScreenParts.ts';
import { askOf } from './watched.ts';

type Block = ScreenDeclaration['blocks'][number];

/** Id, title, access, visibility. */
export function blockBase(declared: Block, context: ScreenContext, path: string) {
  return {
    id: declared.id,
    title: declared.title === undefined ? undefined : screenText(declared.title, context, `${path}/title`),
    access: optionalAccess(declared.access, context, path),
    visible: condition(declared.visible, context, `${path}/visible`),
    lazy: declared.lazy === true,
  };
}

/** Jobs on the server that change what the block shows. */
export function blockJobs(
  declared: DeclaredJobs | readonly DeclaredJobs[] | undefined,
  context: ScreenContext,
  path: string,
): readonly BlockJobs[] | undefined {
  if (!declared) return undefined;
  const all = Array.isArray(declared) ? (declared as readonly DeclaredJobs[]) : undefined;
  return all
    ? all.map((one, index) => jobsOf(one, context, `${path}/${index}`))
    : [jobsOf(declared as DeclaredJobs, context, path)];
}

function jobsOf(declared: DeclaredJobs, context: ScreenContext, path: string): BlockJobs {
  return {
    kind: declared.kind,
    key: expression(declared.key, context, `${path}/key`),
    title: messageKey(declared.title, context, `${path}/title`),
    progress: declared.progress && messageKey(declared.progress, context, `${path}/progress`),
    success: messageKey(declared.success ?? 'ui.saved', context, `${path}/success`),
  };
}

/** Filters that the person cannot remove. */
export function fixedFilters(
  declared: readonly { readonly path: string; readonly operator: string; readonly value: string }[] = [],
  context: ScreenContext,
  path: string,
): readonly FixedFilterModel[] {
  return declared.map((entry, index) => ({
    path: entry.path,
    operator: entry.operator,
    value: expression(entry.value, context, `${path}/${index}/value`),
  }));
}

/** An entity a block names must exist. */
export function reportEntity(entity: string, { compiler, types, file }: ScreenContext, path: string): void {
  compiler.use(`entity:${entity}`, { file, path });
  if (!types.entities.has(entity))
    compiler.error({ file, path }, `There is no entity ${entity}. Add it to schemas/, or correct the name.`, {
      code: 'no-entity',
      params: { entity },
    });
}

/** Resolves a dotted path of an entity; an unknown one is a finding. */
export function resolved(
  dotted: string,
  entity: string,
  { compiler, types, file }: ScreenContext,
  path: string,
) {
  const place = askOf(types.entities, (entities) => {
    const model = entities.get(entity);
    return model && resolvePath(entities, model, dotted);
  });
  if (place) compiler.use(`field:${place.field.entity}.${place.field.path}`, { file, path });
  else if (types.entities.has(entity))
    compiler.error(
      { file, path },
      `${entity} has no field ${dotted}. Correct the name, or add the field to its entity.json.`,
      { code: 'no-field', params: { entity, field: dotted } },
    );
  return place;
}
