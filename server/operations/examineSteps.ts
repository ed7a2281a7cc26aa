/**
 * The checks of a write, in this order. Each entity gets only the steps its declaration needs, selected once,
 * so a record without files, HTML, rule texts or held rows skips their code.
 */
import {
  checkedOverrides,
  checkWritable,
  type DataRecord,
  evaluateInParts,
  holdsFiles,
  type Issue,
  type RuleContext,
} from '#engine';
import { checkAccounts } from './accounts.ts';
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
import { stampSignatures } from './signatures.ts';
import { cleanUserName } from './userNames.ts';
import type { WriteIntent } from './WriteIntent.ts';
import { withoutIncomplete } from './withoutIncomplete.ts';

/** A write being checked. */
export type Examined = {
  readonly scope: WriteScope;
  readonly intent: WriteIntent;
  /** As the previous steps left it. */
  record: DataRecord;
  /** Findings of the previous steps. */
  readonly issues: Issue[];
  /** What rules read besides the record; set by the `derive` step. */
  context?: RuleContext;
  /** Findings of the rules, until the `judge` step adds them. */
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

/** Normalizes the name of a new account. People sign in with a stored name, so it is left alone. */
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

const signatures: Step = {
  isFor: ({ signed }) => signed.length > 0,
  run: (write, plan) => {
    const { previous } = write.intent;
    write.record = stampSignatures(write.scope.call, plan, { next: write.record, previous });
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

/** Computes all derived values and the findings of the rules. */
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

/** Adds findings of read-only fields and of the rules. */
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
  isFor: ({ entity }) => someField(entity.fields, holdsFiles),
  run: async ({ scope, intent, record, issues }, plan) => {
    issues.push(...(await checkFiles(scope, plan, { record, previous: intent.previous })));
  },
};

const accounts: Step = {
  isFor: ({ entity }) => someField(entity.fields, ({ account }) => account !== undefined),
  run: async ({ scope, intent: { previous, writes }, record, issues }, plan) => {
    issues.push(...(await checkAccounts(scope, plan, { record, previous, writes })));
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

/** A rule may compute the name from input, so it is normalized before and after. */
const steps: readonly Step[] = [
  ...[newRows, completeRows, userName, html, signatures, references, derive, userName, judge],
  ...[files, accounts, options, operand, ruleTexts, unique, heldUnique],
];

const picked = new WeakMap<EntityPlan, readonly Step[]>();

/** Runs the steps of the write's entity. */
export async function runExamineSteps(write: Examined): Promise<void> {
  const { plan } = write.intent;
  const own = picked.get(plan) ?? steps.filter(({ isFor }) => isFor(plan));
  picked.set(plan, own);
  for (const { run } of own) {
    const running = run(write, plan);
    if (running) await running;
  }
}

/** In a copy, only fields that the person wrote are reported as locked. */
function lockedIn(writes: readonly string[], issues: readonly Issue[]): readonly Issue[] {
  return issues.filter(({ path }) => path === '' || writes.includes(path.split('/')[1] ?? ''));
}

/** In a copy, a choice that is no longer offered is taken over when its rule keeps such choices. */
function ruledIn({ plan, writes = [] }: WriteIntent, issues: readonly Issue[]): readonly Issue[] {
  const kept = plan.entity.rules.options
    .filter((rule) => isTakenOver(plan, rule, writes))
    .map(({ id }) => id);
  return issues.filter(({ rule }) => !kept.includes(rule));
}

function contextMissing(): never {
  throw new Error('A record is judged after it is derived.');
}
