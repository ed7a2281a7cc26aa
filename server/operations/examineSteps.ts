/**
 * What is asked of a write, in this order. An entity has only the steps for which its declaration has something to do,
 * picked once, so that a record without files, HTML, rule texts or held rows never passes their code.
 */
import {
  checkedOverrides,
  checkWritable,
  type DataRecord,
  evaluateInParts,
  type Issue,
  type RuleContext,
} from '#engine';
import { userNameField } from './accountTies.ts';
import { checkFiles } from './checkFiles.ts';
import { checkHeldUnique } from './checkHeldUnique.ts';
import { checkOptions, isTakenOver } from './checkOptions.ts';
import { checkUnique } from './checkUnique.ts';
import { cleanHtml } from './cleanHtml.ts';
import { type EntityPlan, someField } from './EntityPlan.ts';
import { withNewRows } from './heldRows.ts';
import { ruleContext, type WriteScope } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { resolveReferences } from './resolveReferences.ts';
import { askAboutChange } from './ruleTexts/askAboutChange.ts';
import { checkRuleTexts } from './ruleTexts/checkRuleTexts.ts';
import { completeRecord } from './shapeRecord.ts';
import { cleanUserName } from './userNames.ts';
import type { WriteIntent } from './WriteIntent.ts';
import { withoutIncomplete } from './withoutIncomplete.ts';

/** A write while it is examined. */
export type Examined = {
  readonly scope: WriteScope;
  readonly intent: WriteIntent;
  /** As the steps before have left it. */
  record: DataRecord;
  /** What the steps before have found. */
  readonly issues: Issue[];
  /** What rules read beside the record; known once it is derived. */
  context?: RuleContext;
  /** What the rules say of the record, until it is judged. */
  ruled: readonly Issue[];
};

type Step = {
  readonly isFor: (plan: EntityPlan) => boolean;
  readonly run: (write: Examined, plan: EntityPlan) => void | Promise<void>;
};

const newRows: Step = {
  isFor: (plan) => plan.held.length > 0,
  run: (write, plan) => {
    const { scope, intent } = write;
    write.record = withNewRows(scope.call, plan, { previous: intent.previous, next: write.record });
  },
};

const completeRows: Step = {
  isFor: ({ entity }) => entity.fields.some(({ complete }) => complete !== undefined),
  run: (write, plan) => {
    write.record = withoutIncomplete(plan, write.record);
  },
};

/** A new user name in the spelling that is stored; a stored name stays as it is, since people sign in with it. */
const userName: Step = {
  isFor: ({ entity }) => userNameField(entity) !== undefined,
  run: (write, { entity }) => {
    const field = userNameField(entity) ?? '';
    const name = write.record[field];
    if (typeof name !== 'string' || name === write.intent.previous?.[field]) return;
    const clean = cleanUserName(name);
    if (clean !== name) write.record = { ...write.record, [field]: clean === '' ? null : clean };
  },
};

const html: Step = {
  isFor: ({ htmlFields }) => htmlFields.length > 0,
  run: async (write, plan) => {
    const { call } = write.scope;
    const { previous, writes } = write.intent;
    const change = { next: write.record, previous, writes };
    const cleaned = await call.budget.run(cleanHtml(call.runtime, plan, change));
    write.record = cleaned.record;
    write.issues.push(...cleaned.issues);
  },
};

const references: Step = {
  isFor: ({ referenceFields }) => referenceFields.length > 0,
  run: async (write, plan) => {
    const { previous } = write.intent;
    const resolved = await resolveReferences(write.scope.session, plan, { next: write.record, previous });
    write.record = resolved.record;
    write.issues.push(...resolved.issues);
  },
};

/** Everything computed, and what the rules say of the whole. */
const derive: Step = {
  isFor: () => true,
  run: async (write, plan) => {
    const { scope, intent, record } = write;
    const { call, session } = scope;
    const { previous, action } = intent;
    const owner = plan.entity.owner && (await ownerOf(call, session, plan, previous ?? record));
    const context = ruleContext(call, { action, owner, previous });
    const { validators } = call.runtime;
    const complete = completeRecord(call, plan, record, owner);
    const next = checkedOverrides(plan.entity, complete, context, validators);
    const evaluated = await call.budget.run(evaluateInParts(plan.entity, next, context, validators));
    write.record = evaluated.record;
    write.ruled = evaluated.issues;
    write.context = context;
  },
};

/** What may not be written, and what the rules refuse. */
const judge: Step = {
  isFor: () => true,
  run: ({ intent, record, issues, ruled, context = contextMissing() }, { entity }) => {
    const { previous, checksWritable, writes } = intent;
    const locked = checksWritable ? checkWritable(entity, previous, record, context) : [];
    issues.push(
      ...(writes ? lockedIn(writes, locked) : locked),
      ...(writes ? ruledIn(intent, ruled) : ruled),
    );
  },
};

const files: Step = {
  isFor: ({ entity }) => someField(entity.fields, ({ kind }) => kind === 'file'),
  run: async ({ scope, intent, record, issues }, plan) => {
    issues.push(...(await checkFiles(scope, plan, { record, previous: intent.previous })));
  },
};

const options: Step = {
  isFor: ({ entity }) => entity.rules.options.some(({ where, through }) => where || through),
  run: async ({ scope, intent, record, issues, context = contextMissing() }, plan) => {
    const { previous, writes } = intent;
    issues.push(...(await checkOptions(scope.session, { plan, record, previous, context, writes, issues })));
  },
};

const operand: Step = {
  isFor: ({ entity }) => entity.operand?.change !== undefined,
  run: async ({ scope, intent, record, issues }, plan) => {
    issues.push(...(await askAboutChange(scope, plan, { record, previous: intent.previous })));
  },
};

const ruleTexts: Step = {
  isFor: ({ ruleFields }) => ruleFields.length > 0,
  run: async ({ scope, intent, record, issues }, plan) => {
    const { previous, writes } = intent;
    issues.push(...(await checkRuleTexts(scope, { plan, record, previous, writes })));
  },
};

const unique: Step = {
  isFor: ({ entity }) => entity.unique.length > 0,
  run: async ({ scope, intent, record, issues }, plan) => {
    issues.push(...(await checkUnique(scope.session, { plan, record, previous: intent.previous, issues })));
  },
};

const heldUnique: Step = {
  isFor: ({ held }) => held.length > 0,
  run: async ({ scope, intent, record, issues }, plan) => {
    issues.push(...(await checkHeldUnique(scope, plan, { previous: intent.previous, next: record, issues })));
  },
};

/** A rule may make the name of what somebody typed: it is brought to its spelling before and after. */
const steps: readonly Step[] = [
  ...[newRows, completeRows, userName, html, references, derive, userName, judge],
  ...[files, options, operand, ruleTexts, unique, heldUnique],
];

const picked = new WeakMap<EntityPlan, readonly Step[]>();

/** Takes the write through the steps of its entity. */
export async function runExamineSteps(write: Examined): Promise<void> {
  const { plan } = write.intent;
  const own = picked.get(plan) ?? steps.filter(({ isFor }) => isFor(plan));
  picked.set(plan, own);
  for (const { run } of own) {
    const running = run(write, plan);
    if (running) await running;
  }
}

/** Of a copy only what a person asked for is refused as locked. */
function lockedIn(writes: readonly string[], issues: readonly Issue[]): readonly Issue[] {
  return issues.filter(({ path }) => path === '' || writes.includes(path.split('/')[1] ?? ''));
}

/** Of a copy: a choice that is no longer offered is taken over with the rest, where its rule keeps such choices. */
function ruledIn({ plan, writes = [] }: WriteIntent, issues: readonly Issue[]): readonly Issue[] {
  const kept = plan.entity.rules.options
    .filter((rule) => isTakenOver(plan, rule, writes))
    .map(({ id }) => id);
  return issues.filter(({ rule }) => !kept.includes(rule));
}

function contextMissing(): never {
  throw new Error('A record is judged after it is derived.');
}
