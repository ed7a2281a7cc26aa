import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { completeRule } from './completeRule.ts';
import type { RuleAnswer } from './ruleTypes.ts';

const operand = (SourceName: string) => ({ SourceName, Name: SourceName, Type: 'text' as const, Values: [] });
const answer: RuleAnswer = {
  ...{ Tree: null, Problems: [], Used: [], Functions: [], Results: [] },
  Operands: [operand('State'), operand('Name')],
  Names: ['Lines', 'Lines.Amount', '$previous.State', '$user.Roles'].map((Label) => ({ Label, Name: Label })),
};

const labelsFor = (text: string): readonly string[] => {
  const context = new CompletionContext(EditorState.create({ doc: text }), text.length, false);
  const found = completeRule(() => answer, { typeName: (type) => type })(context);
  return (found?.options ?? []).map(({ label }) => label);
};

it('offers no function that only has the letters of a field', () => {
  const labels = labelsFor('$sum(Lin');
  expect(labels).toContain('Lines.Amount');
  expect(labels).not.toContain('$earlierThan');
  expect(labels.filter((label) => label.startsWith('$') && !label.includes('.'))).toEqual([]);
});

it('offers functions by how they start, and all of them after a dollar sign', () => {
  expect(labelsFor('su')).toContain('$sum');
  expect(labelsFor('$')).toEqual(expect.arrayContaining(['$earlierThan', '$previous.State', '$user.Roles']));
});
