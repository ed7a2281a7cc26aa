/** All kinds of changes; `changeKinds` in changeNames.ts says in which order they are applied. */
import type { Change, ChangeKind } from '../types.ts';
import { activityKind } from './activity.ts';
import { adjustKind } from './adjust.ts';
import { automationKind } from './automation.ts';
import { blockKind } from './block.ts';
import type { ChangeDefinition } from './defineChange.ts';
import { entityKind } from './entity.ts';
import { featureKind } from './feature.ts';
import { fieldKind } from './field.ts';
import { lookupKind } from './lookup.ts';
import { messageKind } from './message.ts';
import { placeKind } from './place.ts';
import { printFormatKind } from './printFormat.ts';
import { publicFormKind } from './publicForm.ts';
import { relatedKind } from './related.ts';
import { roleKind } from './role.ts';
import { ruleKind } from './rule.ts';
import { sectionKind } from './section.ts';
import { viewKind } from './view.ts';
import { workflowKind } from './workflow.ts';

type Definitions = { readonly [Kind in ChangeKind]: ChangeDefinition<Extract<Change, { kind: Kind }>> };

const definitions: Definitions = {
  feature: featureKind,
  message: messageKind,
  lookup: lookupKind,
  entity: entityKind,
  field: fieldKind,
  workflow: workflowKind,
  activity: activityKind,
  section: sectionKind,
  adjust: adjustKind,
  rule: ruleKind,
  automation: automationKind,
  printFormat: printFormatKind,
  role: roleKind,
  place: placeKind,
  related: relatedKind,
  block: blockKind,
  view: viewKind,
  publicForm: publicFormKind,
};

/** What the engine knows about the kind of a change; any change of that kind may be passed to it. */
export function definitionOf({ kind }: { readonly kind: ChangeKind }): ChangeDefinition<Change> {
  return definitions[kind] as unknown as ChangeDefinition<Change>;
}
