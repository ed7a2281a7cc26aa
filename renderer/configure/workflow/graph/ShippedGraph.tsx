import { type EntityModel, statesOfModel } from '#engine';
import { useWork } from '../../work.tsx';
import { useGraphStates } from './useGraphStates.ts';
import { WorkflowGraph } from './WorkflowGraph.tsx';

type Props = { readonly entity: EntityModel; readonly workflow: NonNullable<EntityModel['workflow']> };

/** The graph of a shipped workflow, to look at. */
export function ShippedGraph({ entity, workflow }: Props) {
  const { model, say } = useWork();
  const states = useGraphStates({
    entity,
    final: workflow.final ?? [],
    states: statesOfModel(model, entity),
  });
  const steps = workflow.transitions.map(({ id, from, to, label }) => ({
    ...{ id, from, to },
    label: label ? say(label) : id,
  }));
  return <WorkflowGraph entity={entity.id} states={states} steps={steps} />;
}
