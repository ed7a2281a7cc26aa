/** Policies and removal rules. */
import type { BehaviourDeclaration, Policy } from '../declaration/types.generated.ts';
import type { FieldModel, PolicyModel, RemovalModel } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';
import type { EntityDraft } from './entityDraft.ts';
import type { RulesPlace } from './ruleContext.ts';
import { whereScope } from './typeScope.ts';

/** Default: every login may view, nobody may write. */
export function compilePolicy(
  declared: Policy | undefined,
  compiler: Compiler,
  { file, draft }: { readonly file: string; readonly draft: Pick<EntityDraft, 'id' | 'fieldByPath'> },
): PolicyModel {
  const access = (name: 'view' | 'create' | 'update' | 'remove', silent: string) =>
    compiler.access(declared?.[name] ?? (name === 'view' ? silent : (declared?.write ?? silent)), {
      file,
      path: `/policy/${name}`,
    });
  const fields = Object.entries(declared?.fields ?? {}).map(([field, entry]) => {
    const place = { file, path: `/policy/fields/${field}` };
    const view = entry?.view === undefined ? undefined : compiler.access(entry.view, place);
    const write = entry?.write === undefined ? undefined : compiler.access(entry.write, place);
    return [field, { view, write }] as const;
  });
  return {
    view: access('view', 'login'),
    create: access('create', 'nobody'),
    update: access('update', 'nobody'),
    remove: access('remove', 'nobody'),
    ...(declared?.export && { export: compiler.access(declared.export, { file, path: '/policy/export' }) }),
    ...(declared?.import && { import: compiler.access(declared.import, { file, path: '/policy/import' }) }),
    fields: Object.fromEntries(fields),
    rows: {},
    ...(declared?.reported && { reported: compileReported(declared.reported, compiler, { file, draft }) }),
  };
}

function compileReported(
  { to, fields }: NonNullable<Policy['reported']>,
  compiler: Compiler,
  { file, draft }: { readonly file: string; readonly draft: Pick<EntityDraft, 'id' | 'fieldByPath'> },
): NonNullable<PolicyModel['reported']> {
  for (const [index, name] of fields.entries())
    if (!draft.fieldByPath.get(name)?.stored)
      compiler.error(
        { file, path: `/policy/reported/fields/${index}` },
        `${draft.id} has no stored field ${name}. Add it to properties, or correct the name.`,
      );
  return { to: compiler.access(to, { file, path: '/policy/reported/to' }), fields };
}

/** Field access of an entity also applies to its records as rows of another one. */
export function rowPolicies(
  fields: readonly FieldModel[],
  policyOf: (entity: string) => PolicyModel | undefined,
): PolicyModel['rows'] {
  const entries = fields.flatMap((list) => {
    const own = list.records && policyOf(list.records.entity);
    if (!own) return [];
    const ofFields = Object.entries(own.fields).map(([name, policy]) => [`${list.name}.${name}`, policy]);
    return [...(own.view.kind === 'feature' ? [[list.name, { view: own.view }]] : []), ...ofFields];
  });
  return Object.fromEntries(entries);
}

/** Compiles the reasons to refuse a removal. */
export function compileRemoval(
  declared: NonNullable<BehaviourDeclaration['removal']>,
  { compiler, types, draft, file }: RulesPlace,
): readonly RemovalModel[] {
  return declared.map(({ id, message, referencedBy, usedInRules }, index) => {
    const place = { file, path: `/removal/${index}` };
    if (!referencedBy && !usedInRules)
      compiler.error(place, `Removal rule ${id} needs "referencedBy" or "usedInRules".`);
    if (referencedBy) compiler.use(`entity:${referencedBy.entity}`, place);
    compiler.use(`message:${message}`, place);
    if (!usedInRules) return { id, message, referencedBy };
    if (usedInRules === true) return { id, message, referencedBy, usedInRules: {} };
    const value = compiler.expression(
      usedInRules.value,
      { file, path: `${place.path}/usedInRules/value` },
      () => whereScope(types, draft.id, {}),
    );
    return { id, message, referencedBy, usedInRules: { operand: usedInRules.operand, value } };
  });
}
