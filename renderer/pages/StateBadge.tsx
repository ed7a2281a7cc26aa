import type { EntityModel, ScreenModel } from '#engine';
import { useModel } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { Badge, badgeTone } from '../parts/Badge.tsx';

/** The workflow state beside the title of a record's screen. */
export function StateBadge({ screen, scope }: { screen: ScreenModel; scope: ScreenScope }) {
  const model = useModel();
  const say = useMessage();
  // The last record is the subject of the screen; earlier ones lead to it.
  const subject = screen.data.at(-1);
  const entity = subject && model.entities.get(subject.entity);
  const record = subject && scope.data[subject.name];
  const workflow = entity?.workflow;
  const isSubject = screen.blocks.some((block) => block.kind === 'form' && block.record === subject?.name);
  if (!entity || !record || !workflow || !isSubject) return null;
  const item = stateItem(entity, record[workflow.field], model.lookups);
  if (!item) return null;
  return <Badge tone={badgeTone(item.tone)}>{say(item.label)}</Badge>;
}

type Lookups = ReturnType<typeof useModel>['lookups'];

function stateItem(entity: EntityModel, value: unknown, lookups: Lookups) {
  const lookup = entity.fieldByPath.get(entity.workflow?.field ?? '')?.lookup ?? '';
  const item = lookups.get(lookup)?.items.find(({ Id }) => Id === value);
  return item && { tone: item.tone, label: `lookup.${lookup}.${item.Name}` };
}
