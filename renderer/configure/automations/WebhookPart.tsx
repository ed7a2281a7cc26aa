import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { Select } from '../../parts/Select.tsx';
import { TextArea } from '../../parts/TextArea.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { useWork } from '../work.tsx';
import { type AutomationTrigger, settable } from './automationForm.ts';
import { messageParts } from './messageParts.ts';

type Props = {
  readonly entity: EntityModel;
  readonly when: AutomationTrigger;
  readonly onChange: (when: AutomationTrigger) => void;
};

/** In characters. */
const longestExample = 20_000;

const without = (when: AutomationTrigger, word: keyof AutomationTrigger): AutomationTrigger => {
  const { [word]: _gone, ...rest } = when;
  return rest as AutomationTrigger;
};

/** What is received: an example, the record it is about, and the fields that it fills. */
export function WebhookPart({ entity, when, onChange }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const values = (when.values ?? {}) as Readonly<Record<string, string>>;
  const names = Object.keys(values);
  const nameOf = (name: string) => label(entity.fieldByPath.get(name)?.label ?? name);
  const put = (next: Readonly<Record<string, string>>) => {
    const isLost = when.match !== undefined && !(when.match in next);
    const rest = isLost ? without(when, 'match') : when;
    onChange(
      Object.keys(next).length === 0
        ? without(rest, 'values')
        : ({ ...rest, values: next } as AutomationTrigger),
    );
  };
  const left = settable(entity).filter(({ name }) => !(name in values));
  return (
    <>
      <Example when={when} onChange={onChange} />
      {names.map((name) => (
        <ValueCard
          key={name}
          {...{ name, label: nameOf(name), entity: entity.id, example: when.example }}
          text={values[name] ?? ''}
          onChange={(text) => put({ ...values, [name]: text })}
          onRemove={() => put(Object.fromEntries(Object.entries(values).filter(([one]) => one !== name)))}
        />
      ))}
      <FieldShell id="hook-add" label={say('configure.hook.add')} as="group">
        <Select
          key={names.length}
          id="hook-add"
          labelledBy="hook-add-label"
          value={undefined}
          options={left.map((field) => ({ id: field.name, label: label(field.label) }))}
          onChange={(name) => name && put({ ...values, [name]: bestPart(name, when.example) })}
        />
      </FieldShell>
      <Matching {...{ when, names, nameOf, onChange }} />
    </>
  );
}

type MatchingProps = Pick<Props, 'when' | 'onChange'> & {
  readonly names: readonly string[];
  readonly nameOf: (name: string) => string;
};

/** Which record is meant, and what happens without one. */
function Matching({ when, names, nameOf, onChange }: MatchingProps) {
  const say = useMessage();
  return (
    <>
      {names.length > 0 && (
        <FieldShell
          id="hook-match"
          label={say('configure.hook.match')}
          help={say('configure.hook.match.help')}
          as="group"
        >
          <Select
            id="hook-match"
            labelledBy="hook-match-label"
            value={when.match}
            options={names.map((id) => ({ id, label: nameOf(id) }))}
            onChange={(match) =>
              onChange(match ? ({ ...when, match } as AutomationTrigger) : without(when, 'match'))
            }
          />
        </FieldShell>
      )}
      {when.match !== undefined && (
        <FieldShell id="hook-unmatched" label={say('configure.hook.unmatched')} as="group">
          <RadioGroup
            id="hook-unmatched"
            labelledBy="hook-unmatched-label"
            value={when.unmatched ?? 'create'}
            options={['create', 'skip'].map((id) => ({ id, label: say(`configure.hook.unmatched.${id}`) }))}
            onChange={(unmatched) => onChange({ ...when, unmatched } as AutomationTrigger)}
          />
        </FieldShell>
      )}
    </>
  );
}

/** The part whose last name is that of the field, otherwise nothing yet. */
function bestPart(name: string, example: unknown): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const parts = example === undefined ? [] : messageParts(example);
  return parts.find((part) => plain(part.split('.').at(-1) ?? '') === plain(name)) ?? 'null';
}

type PartProps = Pick<Props, 'when' | 'onChange'>;

function Example({ when, onChange }: PartProps) {
  const say = useMessage();
  const [text, setText] = useState(() => (when.example ? JSON.stringify(when.example, null, 2) : ''));
  const [problem, setProblem] = useState<string>();
  const read = (typed: string) => {
    setText(typed);
    if (typed.trim() === '') {
      setProblem(undefined);
      return onChange(without(when, 'example'));
    }
    if (typed.length > longestExample)
      return setProblem(say('configure.hook.example.too-large', { limit: longestExample }));
    try {
      const example: unknown = JSON.parse(typed);
      if (typeof example !== 'object' || example === null || Array.isArray(example))
        throw new Error(typeof example);
      setProblem(undefined);
      onChange({ ...when, example } as AutomationTrigger);
    } catch (error) {
      setProblem(say('configure.hook.example.bad', { reason: (error as Error).message }));
    }
  };
  return (
    <FieldShell
      id="hook-example"
      label={say('configure.hook.example')}
      help={say('configure.hook.example.help')}
      issues={problem ? [{ level: 'error', text: problem }] : []}
    >
      <TextArea id="hook-example" rows={8} value={text} onChange={read} invalid={problem !== undefined} />
    </FieldShell>
  );
}

type ValueProps = {
  readonly name: string;
  readonly label: string;
  readonly entity: string;
  readonly example: unknown;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onRemove: () => void;
};

/** A part of the message, or any expression. */
function ValueCard({ name, label, entity, example, text, onChange, onRemove }: ValueProps) {
  const say = useMessage();
  const parts = example === undefined ? [] : messageParts(example);
  const id = `hook-value-${name}`;
  return (
    <Card
      level={3}
      title={label}
      actions={
        <IconButton
          icon={Trash2}
          label={say('configure.automation.field.remove', { field: name })}
          onPress={onRemove}
        />
      }
    >
      {parts.length > 0 && (
        <FieldShell id={id} label={say('configure.hook.value', { field: label })} as="group">
          <Select
            id={id}
            labelledBy={`${id}-label`}
            value={parts.includes(text) ? text : undefined}
            options={parts.map((part) => ({ id: part, label: part.replace('$event.', '') }))}
            onChange={(part) => part && onChange(part)}
          />
        </FieldShell>
      )}
      {!parts.includes(text) && (
        <ConditionEditor
          label={say('configure.hook.value.own')}
          entity={entity}
          text={text}
          wants="any"
          onChange={onChange}
        />
      )}
    </Card>
  );
}
