import { checkRuleText, type DataRecord, type FieldModel, type Issue, type RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { anObject, anything, listOf, may, type Static, sent, Type, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { problemMessage } from '../operations/ruleTexts/checkRuleTexts.ts';
import { judgeRule } from '../operations/ruleTexts/judgeRule.ts';
import type { From } from '../operations/ruleTexts/loadOperandValues.ts';
import { loadVocabulary } from '../operations/ruleTexts/loadVocabulary.ts';
import type { Served } from './Handler.ts';

/** `POST product/{id}/eligible`: whether values meet the record's rule, or the one sent as `testValue`. */
export function judgeHandler(route: RouteModel, runtime: RuntimeOfAll): Served {
  const plan = runtime.planOf(route.entity);
  const field = plan.entity.fieldByPath.get(route.rule ?? '') as FieldModel;
  return taking(judgeBody, judge, { isOptional: true });

  async function judge(call: ApiCall, body: Static<typeof judgeBody>): Promise<Response> {
    const from = { call: operationCall(call), session: call.runtime.store };
    const record = await loadRecord(from, plan, call.params[route.idParameter ?? ''] ?? '');
    const text = body.testValue ?? record[field.name];
    if (typeof text !== 'string' || text.trim() === '') return json(noRule, route.status);
    const tree = await soundTree(from, { field, record, text, entity: route.entity });
    const values = valuesOf(body);
    return json(
      { Rule: text, ...(await judgeRule(from, { field, record, text, tree, values })) },
      route.status,
    );
  }
}

/** By source name, flat or nested, or a list of names and values. */
const someValues = may(
  Type.Union([
    anObject,
    listOf(sent({ SourceName: may(text), Name: may(text), Value: Type.Optional(anything) })),
  ]),
);
/** The values of the sale, and a text to try instead of the stored one. */
const judgeBody = sent({ productParameters: someValues, salesContext: someValues, testValue: may(text) });

/** Without a rule, everything passes. */
const noRule = { Rule: null, IsEligible: true, Missing: [], Error: null, Trace: [] };

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

/** The sale's values override the product's; flat or nested by source name, or a list of names and values. */
function valuesOf({ productParameters, salesContext }: Static<typeof judgeBody>): Record<string, unknown> {
  return { ...asValues(productParameters), ...asValues(salesContext) };
}

function asValues(given: Static<typeof judgeBody>['salesContext']): DataRecord {
  if (!isList(given)) return given ?? {};
  return Object.fromEntries(given.map(({ SourceName, Name, Value }) => [SourceName || Name || '', Value]));
}

/** `Array.isArray` does not narrow readonly arrays. */
const isList = <Item>(value: readonly Item[] | object | null | undefined): value is readonly Item[] =>
  Array.isArray(value);
