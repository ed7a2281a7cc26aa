/** Completion for rule texts. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type FunctionRecord, functions, signatureOf } from '#engine';
import type { RuleAnswer, RuleOperand } from './ruleTypes.ts';

type CompletionWords = {
  /** The name of a type. */
  readonly typeName: (type: string) => string;
};

const valuePlace = /([\p{L}_][\p{L}\p{N}_.]*)\s*(?:!?=|<=?|>=?|in\s*\[[^\]]*)\s*("[^"]*|[\p{L}\d.-]*)$/u;
const namePlace = /\$?[\p{L}_][\p{L}\p{N}_.]*$/u;

/** Completes values after a comparison, otherwise operands, functions and keywords. */
export function completeRule(answer: () => RuleAnswer | undefined, words: CompletionWords) {
  return (context: CompletionContext): CompletionResult | null => {
    const known = answer();
    if (!known) return null;
    const before = context.state.sliceDoc(0, context.pos);
    return valuesAt(before, known) ?? namesAt(before, { known, context, words });
  };
}

function valuesAt(before: string, { Operands }: RuleAnswer): CompletionResult | null {
  const found = valuePlace.exec(before);
  const operand = Operands.find(({ SourceName }) => SourceName === found?.[1]);
  const options = operand ? valueOptions(operand) : [];
  if (!found || options.length === 0) return null;
  return { from: before.length - (found[2]?.length ?? 0), options, validFor: /^"?[^"]*$/ };
}

function valueOptions(operand: RuleOperand): readonly Completion[] {
  const values =
    operand.Type === 'boolean' && operand.Values.length === 0
      ? [true, false].map((value) => ({ Value: value, Name: String(value) }))
      : operand.Values;
  return values.map(({ Value, Name }) => ({
    label: JSON.stringify(Value),
    detail: String(Value) === Name ? undefined : Name,
    type: 'constant',
  }));
}

type Place = {
  readonly known: RuleAnswer;
  readonly context: CompletionContext;
  readonly words: CompletionWords;
};

function namesAt(before: string, { known, context, words }: Place): CompletionResult | null {
  const found = namePlace.exec(before) ?? /\$$/.exec(before);
  if (!found && !context.explicit) return null;
  const operands = known.Operands.map(
    (operand): Completion => ({
      label: operand.SourceName,
      detail: `${operand.Name} · ${words.typeName(operand.Type)}`,
      type: 'variable',
      boost: 2,
    }),
  );
  const own = known.Functions.map(
    (one): Completion => ({
      label: `$${one.Name}`,
      apply: `$${one.Name}(`,
      detail: one.Parameters.map(({ Name }) => Name).join(', '),
      info: one.Help ?? undefined,
      type: 'function',
      boost: 1,
    }),
  );
  const names = (known.Names ?? []).map(
    ({ Label, Name }): Completion => ({ label: Label, detail: Name, type: 'variable', boost: 1 }),
  );
  const typed = (found?.[0] ?? '').toLowerCase();
  const called = [...own, ...profileFunctions, ...keywords].filter(({ label }) => isMeant(label, typed));
  return {
    from: before.length - typed.length,
    options: [...operands, ...names, ...called],
    // Other functions are meant as soon as the text starts otherwise.
    validFor: (text) => /^\$?[\p{L}\p{N}_.]*$/u.test(text) && text.toLowerCase().startsWith(typed),
  };
}

/** Fields are found by any of their letters; functions and keywords only by how they start, or after `$`. */
function isMeant(label: string, typed: string): boolean {
  const name = label.toLowerCase();
  return typed.startsWith('$') || name.replace('$', '').startsWith(typed);
}

const profileFunctions: readonly Completion[] = functions.map((record: FunctionRecord) => ({
  label: `$${record.name}`,
  apply: `$${record.name}(`,
  detail: signatureOf(record).replace(`$${record.name}`, ''),
  info: record.help,
  type: 'function',
}));

const keywords: readonly Completion[] = ['and', 'or', 'in', 'true', 'false'].map((label) => ({
  label,
  type: 'keyword',
}));
