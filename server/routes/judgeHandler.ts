import { checkRuleText, type DataRecord, type FieldModel, type Issue, type RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { member, textMember } from '../http/member.ts';
import { operationCall } from '../http/operationCall.ts';
import { readBody } from '../http/readBody.ts';
import { json } from '../http/respond.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { problemMessage } from '../operations/ruleTexts/checkRuleTexts.ts';
import { judgeRule } from '../operations/ruleTexts/judgeRule.ts';
import type { From } from '../operations/ruleTexts/loadOperandValues.ts';
import { loadVocabulary } from '../operations/ruleTexts/loadVocabulary.ts';
import type { Handler } from './Handler.ts';
import { isObject } from './readRecord.ts';

/** `POST product/{id}/eligible`: whether values meet the record's rule, or the one given as `testValue`. */
export function judgeHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  const field = plan.entity.fieldByPath.get(route.rule ?? '') as FieldModel;
  return async (call) => {
    const body = await bodyOf(call);
    const from = { call: operationCall(call), session: call.runtime.store };
    const record = await loadRecord(from, plan, call.params[route.idParameter ?? ''] ?? '');
    const given = member(body, 'testValue');
    const text = typeof given === 'string' ? given : record[field.name];
    if (typeof text !== 'string' || text.trim() === '') return json(noRule, route.status);
    const tree = await soundTree(from, { field, record, text, entity: route.entity });
    const values = valuesOf(body);
    return json(
      { Rule: text, ...(await judgeRule(from, { field, record, text, tree, values })) },
      route.status,
    );
  };
}

/** Where nothing is asked, everything is eligible. */
const noRule = { Rule: null, IsEligible: true, Missing: [], Error: null, Trace: [] };

async function bodyOf(call: ApiCall): Promise<DataRecord> {
  const body = await readBody(call.request, call.runtime.model.settings.bodyLimitBytes);
  if (body !== undefined && !isObject(body)) throw refusals.bodyNotObject();
  return body ?? {};
}

type Asked = {
  readonly field: FieldModel;
  readonly record: DataRecord;
  readonly text: string;
  readonly entity: string;
};

async function soundTree(from: From, { field, record, text, entity }: Asked) {
  const { tree, problems } = checkRuleText(text, await loadVocabulary(from, { field, record }));
  const errors = problems.filter(({ level }) => level !== 'warning');
  if (tree && errors.length === 0) return tree;
  const issues = errors.map(
    (problem): Issue => ({
      rule: 'validation.rule',
      path: '/testValue',
      level: 'error',
      ...problemMessage(from.call, text, problem),
    }),
  );
  throw refusals.invalid({ issues, entity });
}

/** The sale's own values lie over the product's; each may be nested, by source name, or a list of names and values. */
function valuesOf(body: DataRecord): Record<string, unknown> {
  return { ...asValues(member(body, 'productParameters')), ...asValues(member(body, 'salesContext')) };
}

function asValues(given: unknown): DataRecord {
  if (!Array.isArray(given)) return isObject(given) ? given : {};
  return Object.fromEntries(
    given
      .filter(isObject)
      .map((one) => [textMember(one, 'SourceName') || textMember(one, 'Name'), member(one, 'Value')]),
  );
}
