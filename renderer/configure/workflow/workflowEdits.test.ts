import { expect, it } from 'vitest';
import type { FieldChange, RoleChange, TransitionChange, WorkflowChange } from '#engine';
import { transitionForm, transitionOfForm } from './transitionForm.ts';
import { freeId, withoutState, withoutTransition, withTransition } from './workflowEdits.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const step = (id: string, from: readonly string[], to: string): TransitionChange => ({
  ...{ id, label: texts(id), from: from as [string, ...string[]], to },
});
const workflow: WorkflowChange = {
  ...{ kind: 'workflow', name: 'expense', field: 'State', final: ['Paid'] },
  transitions: [step('submit', ['Draft'], 'Open'), step('pay', ['Draft', 'Open'], 'Paid')],
};
const field: FieldChange = {
  ...{ kind: 'field', name: 'expense.State', type: 'choice', title: texts('State'), default: 'Draft' },
  choices: ['Draft', 'Open', 'Paid'].map((name) => ({ name, title: texts(name) })) as never,
};

it('a removed state takes its steps along and says where its records go', () => {
  const [choices, left] = withoutState({ field, workflow }, 'Open', 'Draft');
  expect(choices.choices?.map(({ name }) => name)).toEqual(['Draft', 'Paid']);
  expect(left.transitions.map(({ id, from }) => [id, from])).toEqual([['pay', ['Draft']]]);
  expect(left.moved).toEqual({ Open: 'Draft' });
  expect(withoutState({ field, workflow }, 'Paid', undefined)[1].final).toEqual([]);
});

it('a removed step takes the grants of its right along', () => {
  const role: RoleChange = { kind: 'role', name: 'boss', add: ['Custom.Expense.Step.Pay', 'Other'] };
  expect(withoutTransition(workflow, 'pay', [role]).changes).toEqual([
    { ...workflow, transitions: [workflow.transitions[0]] },
    { ...role, add: ['Other'] },
  ]);
});

it('a step keeps its id, and a new one gets a free one', () => {
  const changed = withTransition(workflow, step('pay', ['Open'], 'Paid'));
  expect(changed.transitions.map(({ id }) => id)).toEqual(['submit', 'pay']);
  expect(freeId('pay', workflow)).toBe('pay-2');
  expect(freeId('', workflow)).toBe('step');
});

it('a form keeps every member of its transition', () => {
  const whole: TransitionChange = {
    ...step('pay', ['Open'], 'Paid'),
    ...{ access: ['A', 'B'], guard: 'Amount > 1', refusal: texts('No'), confirm: texts('Sure?') },
    ...{ tone: 'danger', asks: [{ field: 'Reference', required: true }, { field: 'Remark' }] },
    ...{ note: 'optional', set: { PaidOn: '$today' } },
  };
  expect(transitionOfForm(transitionForm(whole), workflow)).toEqual(whole);
  expect(transitionOfForm({ ...transitionForm(whole), to: undefined }, workflow)).toBeUndefined();
});
