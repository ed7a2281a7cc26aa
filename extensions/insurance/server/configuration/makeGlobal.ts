// Custom code: creates a template over the global instance of the base and links its origin to it.
import { checkWritable, type DataRecord, type Issue } from '#engine';
import {
  answers,
  defineAction,
  type EntityPlan,
  insertRecord,
  inTransaction,
  loadRecord,
  ownerOf,
  refusals,
  refuseElsewhere,
  refuseErrors,
  ruleContext,
  storedFields,
  storeUpdate,
  validateWrite,
  type WriteScope,
  writeHeld,
} from '#server/extension';
import { rowsOf, rowsOver } from './baseValues.ts';
import { globalInstance } from './findParameter.ts';

/** Creates a global template from a product's parameter and makes it the parameter's parent. */
export const makeGlobal = defineAction({
  body: 'none',
  answer: answers.ref('parameter'),
  run: async (call, { plan, id = '', params }) =>
    inTransaction(call, async (scope) => {
      const previous = await loadRecord(scope, plan, id);
      refuseElsewhere(plan, previous, { ProductId: params.productId });
      await refuseLocked(scope, plan, previous);
      await refuseTaken(scope, plan, previous);
      const base = await globalBase(scope, plan, previous);
      const template = await insertTemplate(scope, plan, { source: previous, base });
      const next = { ...previous, ParentParameterId: template };
      const record = await validateWrite(scope, {
        plan,
        action: 'update',
        next,
        previous,
        checksWritable: true,
      });
      return storeUpdate(scope, plan, { previous, next: record, operation: 'make-global' });
    }),
});

async function refuseLocked(scope: WriteScope, plan: EntityPlan, record: DataRecord): Promise<void> {
  const owner = await ownerOf(scope.call, scope.session, plan, record);
  const context = ruleContext(scope.call, { action: 'order', owner, previous: record });
  refuseErrors(plan, checkWritable(plan.entity, record, record, context));
}

/** Name and source name must also be unique among global parameters. */
async function refuseTaken(
  { session, call }: WriteScope,
  plan: EntityPlan,
  record: DataRecord,
): Promise<void> {
  const { Name, SourceName } = record;
  const Id = call.runtime.ports.newId();
  const broken = await session.conflicting(plan.entity.id, { Id, ProductId: null, Name, SourceName });
  const issues = broken.map(({ id, at }) =>
    issueAt(`/${at}`, { rule: id, message: 'parameter.global.name-exists', params: { name: record[at] } }),
  );
  refuseErrors(plan, issues);
}

/** The global instance of the base, which must exist first. */
async function globalBase(
  scope: WriteScope,
  plan: EntityPlan,
  record: DataRecord,
): Promise<DataRecord | undefined> {
  if (record.IsGrouped !== true) return undefined;
  const params = { source: record.SourceName, base: '' };
  const rule = 'parameter.global-base';
  if (!record.GroupedParameterId)
    throw invalid(plan, issueAt('', { rule, message: 'parameter.global.no-base', params }));
  const base = await loadRecord(scope, plan, String(record.GroupedParameterId));
  const found = await globalInstance(scope, plan, base);
  params.base = String(base.SourceName);
  if (!found || rowsOver(rowsOf(record), found).missing.length > 0)
    throw invalid(plan, issueAt('', { rule, message: 'parameter.global.base-not-global', params }));
  // A range or grouping must have the same base type as its original.
  if (found.IsMapped !== base.IsMapped || found.ParameterValueTypeId !== base.ParameterValueTypeId)
    throw invalid(plan, issueAt('', { rule, message: 'parameter.global.base-differs', params }));
  return found;
}

async function insertTemplate(
  scope: WriteScope,
  plan: EntityPlan,
  { source, base }: { readonly source: DataRecord; readonly base?: DataRecord },
): Promise<string> {
  const Id = scope.call.runtime.ports.newId();
  const template = {
    ...storedFields(plan.stored, source),
    Id,
    ProductId: null,
    ParentParameterId: null,
    GroupedParameterId: base?.Id ?? null,
    TemplateKind: 'Global',
  };
  await insertRecord(scope, plan, template);
  await writeHeld(scope, plan, {
    next: { ...template, ParameterValues: rowsOver(rowsOf(source), base).rows },
  });
  return Id;
}

function issueAt(path: string, about: Pick<Issue, 'rule' | 'message' | 'params'>): Issue {
  return { ...about, path, level: 'error' };
}

const invalid = ({ entity }: EntityPlan, issue: Issue) =>
  refusals.invalid({ issues: [issue], entity: entity.id });
