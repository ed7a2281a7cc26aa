/** `/validate/{entity}`: the findings of a save, without saving. */
import { type DataRecord, type EntityModel, type Issue, wrongTypes } from '#engine';
import { sayIssue } from '../errors/errorBody.ts';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { isId } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { authorize } from '../operations/authorize.ts';
import { draftRecord, withoutManaged } from '../operations/createRecord.ts';
import { laidOver } from '../operations/heldRows.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import type { OperationCall, WriteScope } from '../operations/OperationCall.ts';
import { confirmationsOf, examineWrite } from '../operations/validateWrite.ts';
import type { WriteIntent } from '../operations/WriteIntent.ts';
import { sentRecord, unfinishedRecord } from './recordTakes.ts';

/** A record with a known `Id` is checked as an update, others as new. Open to everyone who may write it. */
export function validateEndpoint(): Endpoint {
  return {
    method: 'POST',
    path: '/validate/{entity}',
    ids: [],
    access: { kind: 'login' },
    isForKeys: true,
    opens: (call) => void entityOf(call),
    takes: unfinishedRecord(entityOf),
    handle: answer,
  };
}

async function answer(call: ApiCall): Promise<Response> {
  const entity = entityOf(call);
  const input = sentRecord(call);
  const isNew = !isId(input.Id);
  authorize(isNew ? entity.policy.create : entity.policy.update, call.session?.features);
  const operation = operationCall(call);
  const wrong = wrongTypes(entity, input, call.runtime);
  // Rules cannot handle values of the wrong type.
  if (wrong.length > 0)
    return json({ Errors: wrong.map((issue) => sayIn(call, entity, issue)), Confirmations: [] });
  const intent = await intentOf(operation, entity, { input, isNew });
  const verdict = await examineWrite(scopeOf(operation), intent);
  const errors = verdict.issues.filter((issue) => issue.level === 'error');
  return json({
    Errors: errors.map((issue) => sayIn(call, entity, issue)),
    Confirmations: await confirmationsOf(operation, intent.plan, verdict),
  });
}

const sayIn = ({ runtime: { model }, locale }: ApiCall, { id: entity }: EntityModel, issue: Issue) =>
  sayIssue({ model, locale, entity }, issue);

/** Callers who may write nothing of an entity learn nothing about it. */
function entityOf(call: ApiCall): EntityModel {
  const entity = call.runtime.model.entities.get(call.params.entity ?? '');
  if (!entity) throw refusals.noSuchPath({ params: { path: call.path } });
  const key = call.session?.key;
  if (key?.entities && !key.entities.has(entity.id))
    throw refusals.keyEntity({ params: { entity: entity.title } });
  const { create, update } = entity.policy;
  const both = [create, update].flatMap((access) => (access.kind === 'feature' ? access.anyOf : []));
  const isOpen = [create, update].some((access) => access.kind !== 'feature');
  if (!isOpen) authorize({ kind: 'feature', anyOf: [...new Set(both)] }, call.session?.features);
  return entity;
}

async function intentOf(
  operation: OperationCall,
  entity: EntityModel,
  { input, isNew }: { readonly input: DataRecord; readonly isNew: boolean },
): Promise<WriteIntent> {
  const plan = operation.runtime.planOf(entity.id);
  const scope = scopeOf(operation);
  if (isNew) {
    const next = await draftRecord(scope, plan, input);
    return { plan, action: 'create', next, checksWritable: true };
  }
  const previous = await loadRecord(scope, plan, String(input.Id).toLowerCase());
  const next = laidOver(plan, previous, withoutManaged(plan, input));
  return { plan, action: 'update', next, previous, checksWritable: true };
}

/** Read-only, so no transaction is needed. */
const scopeOf = (call: OperationCall): WriteScope => ({ call, session: call.runtime.store, changes: [] });
