import { memo, useCallback, useState, useSyncExternalStore } from 'react';
import {
  Button,
  Card,
  Checkbox,
  DateField,
  FieldShell,
  fieldDescription,
  NumberField,
  TextInput,
} from '#renderer';
import type { BenchField, BenchRule } from './benchDeclarations.ts';

type FieldState = {
  readonly value: unknown;
  readonly required: boolean;
  readonly relevant: boolean;
  readonly issue?: string;
};
type Store = ReturnType<typeof createStore>;

/** What a person would write by hand: values in a small store, one subscription a field, rules as functions. */
function createStore(fields: readonly BenchField[], rules: readonly BenchRule[]) {
  const states = new Map<string, FieldState>();
  const listeners = new Map<string, Set<() => void>>();
  const rulesFrom = groupBy(rules, 'from');
  const rulesTo = groupBy(rules, 'to');
  const dirtyListeners = new Set<() => void>();
  let isDirty = false;

  const evaluate = (name: string): FieldState => {
    const before = states.get(name) as FieldState;
    const text = (field: string) => String(states.get(field)?.value ?? '');
    let [required, relevant, issue] = [name === 'Field0', true, undefined as string | undefined];
    for (const rule of rulesTo.get(name) ?? []) {
      if (rule.kind === 'required' && text(rule.from).length > 40) required = true;
      if (rule.kind === 'relevant' && text(rule.from) === 'hide') relevant = false;
      if (rule.kind === 'check' && text(rule.from) !== '' && text(rule.from) === text(name))
        issue = 'Not valid.';
    }
    if (String(before.value ?? '').length > 200) issue = 'Too long.';
    const isSame = before.required === required && before.relevant === relevant && before.issue === issue;
    return isSame ? before : { ...before, required, relevant, issue };
  };
  const settle = (name: string) => {
    const after = evaluate(name);
    if (after === states.get(name)) return;
    states.set(name, after);
    for (const listener of listeners.get(name) ?? []) listener();
  };
  for (const { name, sort } of fields)
    states.set(name, { value: sort === 'boolean' ? false : null, required: false, relevant: true });
  for (const { name } of fields) states.set(name, evaluate(name));
  return {
    get: (name: string) => states.get(name) as FieldState,
    isDirty: () => isDirty,
    subscribeDirty: (listener: () => void) => {
      dirtyListeners.add(listener);
      return () => dirtyListeners.delete(listener);
    },
    subscribe: (name: string, listener: () => void) => {
      const own = listeners.get(name) ?? new Set();
      listeners.set(name, own.add(listener));
      return () => own.delete(listener);
    },
    set: (name: string, value: unknown) => {
      states.set(name, { ...(states.get(name) as FieldState), value });
      states.set(name, evaluate(name));
      for (const listener of listeners.get(name) ?? []) listener();
      for (const { to } of rulesFrom.get(name) ?? []) settle(to);
      if (isDirty) return;
      isDirty = true;
      for (const listener of dirtyListeners) listener();
    },
  };
}

function groupBy(rules: readonly BenchRule[], key: 'from' | 'to'): Map<string, BenchRule[]> {
  const groups = new Map<string, BenchRule[]>();
  for (const rule of rules) groups.set(rule[key], [...(groups.get(rule[key]) ?? []), rule]);
  return groups;
}

type Props = { readonly fields: readonly BenchField[]; readonly rules: readonly BenchRule[] };

/** The form written by hand, with the same parts. */
export function HandForm({ fields, rules }: Props) {
  const [store] = useState(() => createStore(fields, rules));
  const sections = Array.from({ length: Math.ceil(fields.length / 10) }, (_, place) => place);
  return (
    <Card>
      {sections.map((place) => (
        <div key={place} style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 16 }}>
          {fields.slice(place * 10, place * 10 + 10).map((field) => (
            <Field key={field.name} store={store} field={field} />
          ))}
        </div>
      ))}
      <SaveButton store={store} />
    </Card>
  );
}

const Field = memo(function Field({ store, field }: { store: Store; field: BenchField }) {
  const { name, sort } = field;
  const subscribe = useCallback((listener: () => void) => store.subscribe(name, listener), [store, name]);
  const { value, required, relevant, issue } = useSyncExternalStore(subscribe, () => store.get(name));
  if (!relevant) return null;
  const label = `Title of ${name}`;
  const change = (next: unknown) => store.set(name, next ?? null);
  const control = { id: name, describedBy: fieldDescription(name), required, invalid: issue !== undefined };
  if (sort === 'boolean') {
    return (
      <Checkbox {...control} checked={value === true} onChange={change}>
        {label}
      </Checkbox>
    );
  }
  return (
    <FieldShell
      id={name}
      label={label}
      required={required}
      issues={issue ? [{ level: 'error', text: issue }] : []}
    >
      {sort === 'text' && <TextInput {...control} value={String(value ?? '')} onChange={change} />}
      {sort === 'date' && <DateField {...control} value={value as string | null} onChange={change} />}
      {(sort === 'integer' || sort === 'money') && (
        <NumberField
          {...control}
          value={value as number | null}
          unit={sort === 'money' ? 'money' : undefined}
          onChange={change}
        />
      )}
    </FieldShell>
  );
});

function SaveButton({ store }: { store: Store }) {
  const isDirty = useSyncExternalStore(store.subscribeDirty, store.isDirty);
  return (
    <Button tone="primary" disabled={!isDirty}>
      Save
    </Button>
  );
}
