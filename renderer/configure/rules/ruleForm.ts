/** The form of a validation rule, and the change made from it. */
import {
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type RuleChange,
  type RuleExample,
  verdictReads,
} from '#engine';
import { usedIn } from '../conditions/usedIn.ts';
import { kebabName } from '../storedName.ts';
import { type PartialTexts, wholeTexts } from '../TextsField.tsx';

export type RulePartProps = { readonly form: RuleForm; readonly onChange: (form: RuleForm) => void };

export type RuleForm = {
  readonly entity: string;
  /** Short name of the rule; if empty, derived from the English message. */
  readonly shortName: string;
  readonly check: string;
  /** Always, once all compared fields are filled in, or under its own condition. */
  readonly looked: 'always' | 'filled' | 'own';
  /** The condition for `own`. */
  readonly when: string;
  readonly level: 'error' | 'warning' | 'confirm';
  readonly message: PartialTexts;
  /** Fields that show the message. */
  readonly at: readonly string[];
  readonly examples: readonly RuleExample[];
};

export function emptyRule(entity: string): RuleForm {
  return {
    entity,
    shortName: '',
    check: '',
    looked: 'filled',
    when: '',
    level: 'error',
    message: {},
    at: [],
    examples: [],
  };
}

export function formOfRule(change: RuleChange): RuleForm {
  const dot = change.name.indexOf('.');
  return {
    entity: change.name.slice(0, dot),
    shortName: change.name.slice(dot + 1),
    check: change.check ?? '',
    looked: lookedOf(change),
    when: change.when ?? '',
    level: change.level ?? 'error',
    message: change.message ?? {},
    at: change.at ?? [],
    examples: change.examples ?? [],
  };
}

function lookedOf({ when, check = '' }: RuleChange): RuleForm['looked'] {
  if (when === undefined) return 'always';
  return when === filledIn(check) ? 'filled' : 'own';
}

/** Changes the check; the message moves to its first field, unless fields were chosen explicitly. */
export function withCheck(form: RuleForm, check: string, fields: readonly FieldModel[]): RuleForm {
  const isOwn = JSON.stringify(form.at) !== JSON.stringify(firstField(form.check, fields));
  return { ...form, check, at: isOwn ? form.at : firstField(check, fields) };
}

function firstField(check: string, fields: readonly FieldModel[]): readonly string[] {
  const [name = ''] = usedIn(check);
  const [head] = name.split('.');
  const found = fields.find(({ path, expand }) => path === name || expand?.as === head);
  return found ? [found.path] : [];
}

function filledIn(check: string): string {
  return usedIn(check)
    .map((name) => `$has(${name})`)
    .join(' and ');
}

/** When to check, as a condition; empty means always. */
export function whenOf({ looked, when, check }: Pick<RuleForm, 'looked' | 'when' | 'check'>): string {
  if (looked === 'always') return '';
  return looked === 'filled' ? filledIn(check) : when;
}

const longest = 60;

export function shortNameOf({ shortName, message }: RuleForm): string {
  if (shortName !== '') return shortName;
  return kebabName(message['en-CA'] ?? '')
    .slice(0, longest)
    .replace(/-+$/, '');
}

/** The rule change, once check and message are given. */
export function ruleChangeOf(form: RuleForm): RuleChange | undefined {
  const name = shortNameOf(form);
  const message = wholeTexts(form.message);
  if (name === '' || !message || form.check === '') return undefined;
  const when = whenOf(form);
  return {
    kind: 'rule',
    name: `${form.entity}.${name}`,
    check: form.check,
    ...(when ? { when } : {}),
    at: [...form.at],
    level: form.level,
    message,
    ...(form.examples.length > 0 ? { examples: [...form.examples] } : {}),
  };
}

/** Sets or removes a value at a dotted path of an example, such as `Brand.Name`. */
export function withValue(record: DataRecord, name: string, value: unknown): DataRecord {
  const [head = '', ...rest] = name.split('.');
  const { [head]: before, ...others } = record;
  const inner = typeof before === 'object' && before !== null ? (before as DataRecord) : {};
  const next = rest.length > 0 ? withValue(inner, rest.join('.'), value) : value;
  const isGone = next === undefined || next === null || next === '';
  const isBare = rest.length > 0 && Object.keys(next as DataRecord).length === 0;
  return isGone || isBare ? others : { ...others, [head]: next };
}

/** The value at a dotted path. */
export function valueAtName(record: DataRecord, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) => (value as Readonly<Record<string, unknown>> | undefined)?.[part],
      record,
    );
}

/** Fields that affect the verdict, by the names of example inputs. */
export function exampleReads(form: RuleForm, entity: EntityModel): readonly string[] {
  return verdictReads(entity, [...usedIn(form.check), ...usedIn(whenOf(form)), ...form.at]);
}
