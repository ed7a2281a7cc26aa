/** Fields that a record updates when a record it refers to changes. */
import type { BehaviourDeclaration } from '../declaration/types.generated.ts';
import { namesRecord } from '../query/refersToOne.ts';
import type { FollowRule } from '../types/modelTypes.ts';
import { modelOf } from './entityDraft.ts';
import type { RulesPlace } from './ruleContext.ts';
import { ruleScope } from './typeScope.ts';

/** Compiles the follow rules of an entity; unknown fields on either side are findings. */
export function compileFollows(
  declared: NonNullable<BehaviourDeclaration['follows']>,
  { compiler, types, draft, file }: RulesPlace,
): readonly FollowRule[] {
  return declared.map(({ id, through, fields, set }, index) => {
    const place = { file, path: `/follows/${index}` };
    const reference = draft.fieldByPath.get(through);
    compiler.use(`field:${draft.id}.${through}`, place);
    if (!reference || !namesRecord(reference))
      compiler.error(place, `"through" of ${id} names ${through}, which is no reference of ${draft.id}.`);
    const target = types.entities.get(reference?.ref?.entity ?? '');
    for (const name of fields)
      if (target && !target.fieldByPath.has(name))
        compiler.error(place, `${id} follows ${name}, but ${target.id} has no such field.`);
    const values = Object.entries(set).map(([name, text]) => {
      if (!draft.fieldByPath.has(name)) compiler.error(place, `${draft.id} has no field ${name}.`);
      const at = { file, path: `${place.path}/set/${name}` };
      return [
        name,
        compiler.expression(String(text), at, () => ruleScope(types, modelOf(types, draft))),
      ] as const;
    });
    return { id, through, fields, set: Object.fromEntries(values) };
  });
}
