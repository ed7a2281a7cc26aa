import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { PersonTrial } from '../entities/PersonTrial.tsx';
import { PlainTable } from '../PlainTable.tsx';
import { useWork } from '../work.tsx';
import { useStateName } from './useStateName.ts';

type Step = {
  readonly Id: string;
  readonly May: boolean;
  readonly State: boolean;
  readonly Right: boolean;
  readonly Rights: readonly string[];
  readonly Guard: boolean | null;
  readonly Parts: readonly { readonly Text: string; readonly Value: unknown }[];
  /** Null: it never waits for approval. */
  readonly Approval: {
    /** Null: not told, since the condition reads hidden fields. */
    readonly Needed: boolean | null;
    readonly By: readonly {
      readonly Role: string | null;
      readonly Field: string | null;
      readonly Superior: boolean;
    }[];
  } | null;
};
type Item = {
  readonly Id: string;
  readonly Name: string | null;
  readonly State: string | null;
  readonly Steps: readonly Step[];
};
type Tried = { readonly May: boolean; readonly Items: readonly Item[] };

/** Shows for any person which steps they could take on the newest records, and why not the others. */
export function StepsTrial({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const nameOf = useStateName(entity);
  return (
    <PersonTrial<Tried> title={say('configure.workflow.try')} entity={entity.id} of="steps">
      {({ Items }) => (
        <PlainTable
          label={say('configure.workflow.try')}
          rows={Items}
          rowId={({ Id }) => Id}
          columns={[
            { id: 'name', title: say(entity.title), cell: ({ Name, Id }) => Name ?? Id, isHead: true },
            {
              id: 'state',
              title: say('configure.state'),
              cell: ({ State }) => (State ? nameOf(State) : '–'),
            },
            {
              id: 'steps',
              title: say('configure.workflow.steps'),
              cell: ({ Steps }) => (
                <ul className={area.stack}>
                  {Steps.map((step) => (
                    <StepLine key={step.Id} entity={entity} step={step} />
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </PersonTrial>
  );
}

/** One step: taken, or every reason against it, with the values that its condition read. */
function StepLine({ entity, step }: { entity: EntityModel; step: Step }) {
  const say = useMessage();
  const { say: label } = useWork();
  const title = entity.workflow?.transitions.find(({ id }) => id === step.Id)?.label;
  const nameOfApprover = ({ Role, Field }: { Role: string | null; Field: string | null }) => {
    if (Role !== null) return label(`role.${Role}`);
    return Field === null
      ? say('configure.try.superior')
      : label(entity.fieldByPath.get(Field)?.label ?? Field);
  };
  const read = step.Parts.map(({ Text, Value }) => `${Text} = ${JSON.stringify(Value)}`).join('; ');
  const why = [
    ...(step.State ? [] : [say('configure.try.state')]),
    ...(step.Right
      ? []
      : [say('configure.try.right', { rights: step.Rights.map((id) => label(`feature.${id}`)).join(', ') })]),
    ...(step.Guard === false ? [say('configure.try.guard', { read })] : []),
    ...(step.Guard === null ? [say('configure.try.hidden')] : []),
  ];
  const name = title ? label(title) : step.Id;
  return (
    <li>
      {say(step.May ? 'configure.try.may' : 'configure.try.may-not', { step: name, why: why.join(' ') })}
      {step.Approval && step.Approval.Needed !== false && (
        <> {say('configure.try.approval', { names: step.Approval.By.map(nameOfApprover).join(', ') })}</>
      )}
    </li>
  );
}
