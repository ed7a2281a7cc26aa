/** Parts shared by all blocks, and checks of names that blocks refer to. */
import type { Jobs as DeclaredJobs, ScreenDeclaration } from '../declaration/types.generated.ts';
import type { Compiled } from '../expression/types.ts';
import { operatorsOf } from '../query/filterOperators.ts';
import { filterOf, valueText } from '../query/parseFilters.ts';
import { resolvePath } from '../query/paths.ts';
import { ProblemError } from '../query/problem.ts';
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

type FixedFilter = { readonly path: string; readonly operator: string; readonly value: string };

/** Filters that the person cannot remove. */
export function fixedFilters(
  { entity, where = [] }: { readonly entity: string; readonly where?: readonly FixedFilter[] | undefined },
  context: ScreenContext,
  path: string,
): readonly FixedFilterModel[] {
  return where.map((entry, index) => {
    const at = `${path}/${index}`;
    const place = resolved(entry.path, entity, context, at);
    const value = expression(entry.value, context, `${at}/value`);
    if (place && checkOperator(entry, place, context, at))
      checkFixedValue(entry, { place, value }, context, at);
    return { path: entry.path, operator: entry.operator, value };
  });
}

type PlaceOf = NonNullable<ReturnType<typeof resolved>>;

/** Reports operators that the list call would refuse. */
export function checkOperator(
  { path: of, operator }: Pick<FixedFilter, 'path' | 'operator'>,
  { field, lookupMember }: PlaceOf,
  { compiler, file }: ScreenContext,
  path: string,
): boolean {
  const allowed: readonly string[] = operatorsOf(lookupMember ? 'text' : field.kind);
  if (allowed.includes(operator)) return true;
  compiler.error(
    { file, path: `${path}/operator` },
    `${of} cannot be filtered by ${operator}. Choose one of ${allowed.join(', ')}.`,
    { code: 'operator-unfit', params: { field: of, operator, allowed: allowed.join(', ') } },
  );
  return false;
}

type Valued = { readonly place: PlaceOf; readonly value: Compiled };

/** A value as written that the list call would refuse. */
function checkFixedValue(
  { path: of, operator }: FixedFilter,
  { place: { field, lookupMember }, value }: Valued,
  { compiler, file }: ScreenContext,
  path: string,
): void {
  const tree = value.source?.tree;
  if (tree?.kind !== 'literal' || tree.value === null) return;
  const target = { path: of, field, ...(lookupMember && { lookupMember }), sortable: false };
  try {
    filterOf(target, { operator, text: valueText(tree.value, of), zone: 'UTC' });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    compiler.error({ file, path: `${path}/value` }, `${of} has no value such as ${value.text}.`, {
      code: 'filter-value',
      params: { field: of, value: String(value.text) },
    });
  }
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
