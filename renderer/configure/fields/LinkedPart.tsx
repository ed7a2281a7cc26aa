import { useState } from 'react';
import type { EntityModel, FieldModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { Select } from '../../parts/Select.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';
import type { FieldFacts, FieldPartProps } from './fieldForm.ts';
import {
  canBeLinked,
  functionsFor,
  orderFields,
  type RollUpFunction,
  readableFields,
  referencesOf,
  referencesTo,
} from './linkedOptions.ts';

type Source = 'none' | 'rollUp' | 'lookThrough';

/** Whether the value is entered here, or follows from other records. */
export function LinkedPart({ form, onChange }: FieldPartProps) {
  const say = useMessage();
  const { rollUp, lookThrough } = form.facts;
  const [source, setSource] = useState<Source>(rollUp ? 'rollUp' : lookThrough ? 'lookThrough' : 'none');
  if (!canBeLinked(form.type)) return null;
  const set = (facts: Pick<FieldFacts, 'rollUp' | 'lookThrough'>) =>
    onChange({
      ...form,
      facts: withoutEntry({ ...form.facts, rollUp: undefined, lookThrough: undefined, ...facts }),
    });
  const pick = (picked: string | undefined) => {
    setSource((picked ?? 'none') as Source);
    set({});
  };
  const option = (id: Source) => ({ id, label: say(`configure.linked.${id}`) });
  return (
    <div className={styles.form}>
      <p id="field-linked-label" className={styles.legend}>
        {say('configure.linked')}
      </p>
      <RadioGroup
        id="field-linked"
        labelledBy="field-linked-label"
        value={source}
        options={[option('none'), option('rollUp'), option('lookThrough')]}
        onChange={pick}
      />
      {source !== 'none' && <p className={area.quiet}>{say('configure.linked.help')}</p>}
      {source === 'rollUp' && <RollUp {...{ form, onChange, set }} />}
      {source === 'lookThrough' && <LookThrough {...{ form, onChange, set }} />}
    </div>
  );
}

/** What people enter, and how a value is computed here, does not go with a linked value. */
function withoutEntry(facts: FieldFacts): FieldFacts {
  if (!facts.rollUp && !facts.lookThrough) return facts;
  const {
    required: _r,
    editable: _e,
    computed: _c,
    default: _d,
    defaultBy: _b,
    unique: _u,
    edit: _w,
    ...others
  } = facts;
  return others;
}

type PartProps = FieldPartProps & {
  readonly set: (facts: Pick<FieldFacts, 'rollUp' | 'lookThrough'>) => void;
};

type RollUpFacts = Partial<NonNullable<FieldFacts['rollUp']>>;

function RollUp({ form, set }: PartProps) {
  const say = useMessage();
  const { model } = useWork();
  const asked: RollUpFacts = form.facts.rollUp ?? {};
  const issues = useIssuesAt('field')('/rollUp');
  const source = model.entities.get(asked.of ?? '');
  const change = (more: RollUpFacts) => {
    const entries = Object.entries({ ...asked, ...more }).filter(([, value]) => value !== undefined);
    set({ rollUp: Object.fromEntries(entries) as NonNullable<FieldFacts['rollUp']> });
  };
  return (
    <>
      <RollUpChoices {...{ form, asked, source, change }} />
      {source && (
        <ConditionEditor
          label={say('configure.linked.where')}
          entity={source.id}
          text={asked.where ?? ''}
          onChange={(where) => change({ where: where === '' ? undefined : where })}
        />
      )}
      <FieldIssues id="field-rollUp-issues" issues={issues} />
    </>
  );
}

type ChoicesProps = Pick<FieldPartProps, 'form'> & {
  readonly asked: RollUpFacts;
  readonly source: EntityModel | undefined;
  readonly change: (more: RollUpFacts) => void;
};

/** Which records are rolled up, how, and what is read of them. */
function RollUpChoices({ form, asked, source, change }: ChoicesProps) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const fn = asked.function;
  const { type, facts } = form;
  const fields = source ? readableFields(source, { type, lookup: facts.lookup, ...(fn && { fn }) }) : [];
  const optionOf = ({ name, label: key }: FieldModel) => ({ id: name, label: label(key) });
  return (
    <div className={styles.columns}>
      <Choice
        {...{ name: 'records', at: '/rollUp/of', empty: say('configure.linked.records.none') }}
        value={asked.of && asked.by ? `${asked.of}.${asked.by}` : undefined}
        options={referencesTo(model, form.entity).map(({ entity, field }) => ({
          id: `${entity.id}.${field.name}`,
          label: `${label(entity.plural)} · ${label(field.label)}`,
        }))}
        onChange={(picked) => {
          const [of, by] = picked?.split('.') ?? [];
          change({ of, by, field: undefined, order: undefined, where: undefined });
        }}
      />
      <Choice
        {...{ name: 'function', at: '/rollUp/function' }}
        value={fn}
        options={functionsFor(type).map((id) => ({ id, label: say(`configure.linked.function.${id}`) }))}
        onChange={(picked) =>
          change({ function: picked as RollUpFunction | undefined, field: undefined, order: undefined })
        }
      />
      {fn !== undefined && fn !== 'count' && (
        <Choice
          {...{ name: 'field', at: '/rollUp/field', empty: say('configure.linked.field.none') }}
          value={asked.field}
          options={fields.map(optionOf)}
          onChange={(field) => change({ field })}
        />
      )}
      {(fn === 'earliest' || fn === 'latest') && source && (
        <Choice
          {...{ name: 'order', at: '/rollUp/order' }}
          value={asked.order ?? 'CreatedDate'}
          options={orderFields(source).map(optionOf)}
          onChange={(order) => change({ order })}
        />
      )}
    </div>
  );
}

type LookThroughFacts = Partial<NonNullable<FieldFacts['lookThrough']>>;

function LookThrough({ form, set }: PartProps) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const asked: LookThroughFacts = form.facts.lookThrough ?? {};
  const issues = useIssuesAt('field')('/lookThrough');
  const entity = model.entities.get(form.entity);
  const references = entity ? referencesOf(entity) : [];
  const target = model.entities.get(entity?.fieldByPath.get(asked.by ?? '')?.ref?.entity ?? '');
  const change = (next: LookThroughFacts) => {
    const entries = Object.entries({ ...asked, ...next }).filter(([, value]) => value !== undefined);
    set({ lookThrough: Object.fromEntries(entries) as NonNullable<FieldFacts['lookThrough']> });
  };
  const fields = target ? readableFields(target, { ...form, lookup: form.facts.lookup }) : [];
  return (
    <>
      <div className={styles.columns}>
        <Choice
          {...{ name: 'by', at: '/lookThrough/by', empty: say('configure.linked.by.none') }}
          value={asked.by}
          options={references.map((field) => ({ id: field.name, label: label(field.label) }))}
          onChange={(by) => change({ by, field: undefined })}
        />
        {target && (
          <Choice
            {...{ name: 'field', at: '/lookThrough/field', empty: say('configure.linked.field.none') }}
            value={asked.field}
            options={fields.map((field) => ({ id: field.name, label: label(field.label) }))}
            onChange={(field) => change({ field })}
          />
        )}
      </div>
      <FieldIssues id="field-lookThrough-issues" issues={issues} />
    </>
  );
}

type ChoiceProps = {
  readonly name: 'records' | 'function' | 'field' | 'order' | 'by';
  readonly at: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (picked: string | undefined) => void;
  readonly empty?: string;
};

function Choice({ name, at, ...select }: ChoiceProps) {
  const say = useMessage();
  const issues = useIssuesAt('field')(at);
  const id = `field-linked-${name}`;
  return (
    <FieldShell id={id} label={say(`configure.linked.${name}`)} required issues={issues} as="group">
      <Select
        {...{ id, labelledBy: `${id}-label`, required: true, invalid: issues.length > 0 }}
        {...select}
      />
    </FieldShell>
  );
}
