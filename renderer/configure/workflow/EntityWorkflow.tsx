import type { EntityModel, WorkflowChange } from '#engine';
import { featureOfTransition, statesOfModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Card } from '../../parts/Card.tsx';
import { findChange } from '../changes.ts';
import { FindingList } from '../draft/FindingList.tsx';
import { RolesGrid } from '../roles/RolesGrid.tsx';
import { useWork } from '../work.tsx';
import { OwnGraph } from './graph/OwnGraph.tsx';
import { ShippedGraph } from './graph/ShippedGraph.tsx';
import { ShippedSteps } from './ShippedSteps.tsx';
import { StartWorkflow } from './StartWorkflow.tsx';
import { StatesTable } from './StatesTable.tsx';
import { StepsTable } from './StepsTable.tsx';
import { StepsTrial } from './StepsTrial.tsx';

/** The workflow of an entity: its states, its steps, who takes them, and a trial on records. */
export function EntityWorkflow({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const { draft } = useWork();
  const change = findChange(draft.Changes, 'workflow', entity.id);
  const { workflow } = entity;
  if (change) return <OwnWorkflow entity={entity} change={change} />;
  if (!workflow) return <StartWorkflow entity={entity} />;
  return (
    <div className={area.page}>
      <ShippedGraph entity={entity} workflow={workflow} />
      <Card title={say('configure.workflow.steps')} id="workflow-steps" padding="flush">
        <ShippedSteps entity={entity} workflow={workflow} />
      </Card>
      <StepsTrial entity={entity} />
    </div>
  );
}

function OwnWorkflow({ entity, change }: { entity: EntityModel; change: WorkflowChange }) {
  const say = useMessage();
  const { draft, model } = useWork();
  const own = new Set(change.transitions.map(({ id }) => featureOfTransition(entity.id, id)));
  const features = [...model.features.values()].filter(({ id }) => own.has(id));
  const field = findChange(draft.Changes, 'field', `${entity.id}.${change.field}`);
  const states = entity.workflow ? statesOfModel(model, entity) : [];
  return (
    <div className={area.page}>
      <FindingList of={[change]} />
      <OwnGraph {...{ entity, change, field, states }} />
      <Card title={say('configure.workflow.states')} id="workflow-states" padding="flush">
        <StatesTable entity={entity} change={change} field={field} />
      </Card>
      <Card title={say('configure.workflow.steps')} id="workflow-steps" padding="flush">
        <StepsTable entity={entity} change={change} states={states} />
      </Card>
      {features.length > 0 && (
        <Card title={say('configure.workflow.who')} id="workflow-who" padding="flush">
          <RolesGrid features={features} roles={[...model.roles.values()]} />
        </Card>
      )}
      <StepsTrial entity={entity} />
    </div>
  );
}
