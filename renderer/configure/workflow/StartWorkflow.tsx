import { type EntityModel, formatMessage, type Model, type Texts } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { findChange } from '../changes.ts';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { usualWorkflow } from './workflowEdits.ts';

/** Starts a workflow: the usual one, or one over choices that the entity has. */
export function StartWorkflow({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const live = useModel();
  const { draft, model, say: label } = useWork();
  const { put, isBusy } = useSaveDraft();
  const fields = entity.fields.filter(
    ({ name, kind, stored, default: start }) =>
      kind === 'choice' &&
      stored &&
      start !== undefined &&
      findChange(draft.Changes, 'field', `${entity.id}.${name}`),
  );
  const usual = () => void put(usualWorkflow(entity, namesIn(live), listOf(model, entity)));
  const over = (field: string) => void put([{ kind: 'workflow', name: entity.id, field, transitions: [] }]);
  return (
    <Card title={say('configure.workflow')} id="workflow-start">
      <p className={area.quiet}>{say('configure.workflow.none')}</p>
      <div className={area.actions}>
        <Button tone="primary" busy={isBusy} onPress={usual}>
          {say('configure.workflow.usual')}
        </Button>
        {fields.map(({ name, label: title }) => (
          <Button key={name} busy={isBusy} onPress={() => over(name)}>
            {say('configure.workflow.over', { field: label(title) })}
          </Button>
        ))}
      </div>
    </Card>
  );
}

/** The own list of an entity without code. */
function listOf(model: Model, { id }: EntityModel): { screen: string; block: string } | undefined {
  const screen = model.screens.get(`${id}-list`);
  const block = screen?.blocks.find((one) => one.kind === 'grid' && one.entity === id);
  return screen && block ? { screen: screen.id, block: block.id } : undefined;
}

function namesIn(model: Model) {
  const textsOf = (key: string): Texts => ({
    'en-CA': formatMessage(model, 'en-CA', key),
    'fr-CA': formatMessage(model, 'fr-CA', key),
  });
  const named = (group: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, textsOf(`configure.workflow.${group}.${name}`)]));
  return {
    state: textsOf('configure.workflow.state'),
    states: named('state', ['Draft', 'Submitted', 'Approved', 'Refused', 'Paid']),
    steps: named('step', ['submit', 'approve', 'refuse', 'pay']),
  };
}
