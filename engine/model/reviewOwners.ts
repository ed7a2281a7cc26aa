/** Checks that forms whose rules read the owner declare it; otherwise locks by the owner have no effect. */
import type { Read } from '../expression/types.ts';
import type { Parts } from '../parts.ts';
import type { BlockModel, EntityModel, Model } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';

type OwnedForm = { readonly entity: string; readonly owner?: string; readonly path: string };

/** Finds forms of owned records without `owner` although a rule reads `$owner`. */
export function* reviewOwners(model: Model, compiler: Compiler): Parts<void> {
  for (const screen of model.screens.values()) {
    for (const [index, block] of screen.blocks.entries())
      for (const { entity, owner, path } of formsOf(block, `/blocks/${index}`)) {
        const rule = owner === undefined ? ruleOfOwner(model.entities.get(entity)) : undefined;
        if (rule)
          compiler.error(
            { file: screen.file, path },
            `The rule ${rule} of ${entity} reads $owner. Say in "owner" which record of "data" that is.`,
          );
      }
    yield;
  }
}

function formsOf(block: BlockModel, path: string): readonly OwnedForm[] {
  if (block.kind === 'form') return [{ entity: block.entity, owner: block.owner, path }];
  if (block.kind === 'grid' && block.edit) return [{ ...block.edit.form, path: `${path}/edit` }];
  if (block.kind !== 'list-detail') return [];
  return [block.edit, block.create?.form].flatMap((form) =>
    form ? [{ ...form, path: `${path}/form` }] : [],
  );
}

function ruleOfOwner(entity: EntityModel | undefined): string | undefined {
  if (!entity?.owner) return undefined;
  const { state, values, checks, options } = entity.rules;
  const readers: readonly { readonly id: string; readonly reads: readonly Read[] }[] = [
    ...[...state, ...values, ...checks].map(({ id, expression }) => ({ id, reads: expression.reads })),
    ...options.flatMap(({ id, where }) => (where ? [{ id, reads: where.reads }] : [])),
  ];
  return readers.find(({ reads }) => reads.some(({ from }) => from === 'owner'))?.id;
}
