/** The fields a record has while the many records it owns are still being copied. */
import type { BehaviourDeclaration } from '../declaration/types.generated.ts';
import type { EntityModel } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';
import { type EntityDraft, modelOf } from './entityDraft.ts';
import { ruleScope, type TypeSources } from './typeScope.ts';

type Context = {
  readonly compiler: Compiler;
  readonly types: TypeSources;
  readonly draft: EntityDraft;
  readonly file: string;
  readonly drafts: ReadonlyMap<string, EntityDraft>;
  readonly owns: readonly string[];
};

/** Compiles `filling`; only useful for records that own many. */
export function compileFilling(
  declared: BehaviourDeclaration['filling'],
  { compiler, types, draft, file, drafts, owns }: Context,
): EntityModel['filling'] {
  if (!declared) return undefined;
  if (!owns.some((id) => drafts.get(id)?.many))
    compiler.error({ file, path: '/filling' }, `${draft.id} owns no records that are many (x-many).`);
  const compiled = Object.entries(declared).map(([name, text]) => {
    const at = { file, path: `/filling/${name}` };
    const isKept = draft.fields.some((field) => field.name === name && field.stored && !field.records);
    if (!isKept) compiler.error(at, `${draft.id} has no field ${name} that is stored.`);
    return [
      name,
      compiler.expression(String(text), at, () => ruleScope(types, modelOf(types, draft))),
    ] as const;
  });
  return Object.fromEntries(compiled);
}
