import type { Rule } from '../declaration/types.generated.ts';
import type { Compiler, Place, ScopeOf } from './compiler.ts';
import type { EntityDraft } from './entityDraft.ts';
import type { TypeSources } from './typeScope.ts';

export type RuleContext = RulesPlace & {
  readonly rule: Rule;
  readonly place: Place;
  readonly fields: readonly string[];
  readonly scope: ScopeOf;
};

export type RulesPlace = {
  readonly compiler: Compiler;
  readonly types: TypeSources;
  readonly draft: EntityDraft;
  readonly file: string;
};
