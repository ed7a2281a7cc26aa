/** `/rule/{entity}/{field}`: answers a rule editor while someone types. */
import {
  type Access,
  checkRuleText,
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type Model,
  operandsUsed,
  type RouteModel,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { type Endpoint, isId } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { anObject, listOf, may, type Static, sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { authorize } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import { judgeRule } from '../operations/ruleTexts/judgeRule.ts';
import type { From } from '../operations/ruleTexts/loadOperandValues.ts';
import { loadVocabulary } from '../operations/ruleTexts/loadVocabulary.ts';
import { nextTurn } from '../work/turns.ts';
import { functionBodies, operandBodies, problemBodies } from './ruleBodies.ts';

/** Limits how long one call can occupy the server. */
const maximumCases = 100;

/** Checks a text, tries it on cases and answers its syntax tree. For callers who may try the rule. */
export function ruleEndpoint(): Endpoint {
  return {
    method: 'POST',
    path: '/rule/{entity}/{field}',
    ids: [],
    access: { kind: 'login' },
    opens: (call) => void aboutOf(call),
    ...taking(ruleBody, answer),
  };
}

const ruleBody = sent({
  Text: may(text),
  Record: may(anObject),
  Cases: may(listOf(anObject, { maxItems: maximumCases })),
});

async function answer(call: ApiCall, { Text, Record, Cases }: Static<typeof ruleBody>): Promise<Response> {
  const { plan, field } = aboutOf(call);
  const from = { call: operationCall(call), session: call.runtime.store };
  const record = await recordOf(from, plan, Record ?? {});
  const text = Text ?? '';
  const vocabulary = await loadVocabulary(from, { field, record, withValues: true });
  const { tree, problems } = checkRuleText(text, vocabulary);
  const sound = problems.every(({ level }) => level === 'warning') ? tree : undefined;
  const Results = [];
  const judge = (values: DataRecord) =>
    sound && judgeRule(from, { field, record, text, tree: sound, values });
  for (const values of sound ? (Cases ?? []) : []) {
    Results.push(await judge(values));
    // Many cases of a long rule can take a second in total.
    await nextTurn();
  }
  return json({
    Tree: tree ?? null,
    Problems: text.trim() === '' ? [] : problemBodies(call, text, problems),
    Used: tree ? operandsUsed(tree).names : [],
    Operands: operandBodies(vocabulary.operands),
    Functions: functionBodies(call, vocabulary.functions),
    Results,
  });
}

function aboutOf(call: ApiCall): { readonly plan: EntityPlan; readonly field: FieldModel } {
  const { model } = call.runtime;
  const entity = model.entities.get(call.params.entity ?? '');
  const field = entity?.fieldByPath.get(call.params.field ?? '');
  if (!entity || field?.kind !== 'rule') throw refusals.noSuchPath({ params: { path: call.path } });
  const features = call.session?.features;
  authorize(entity.policy.view, features);
  const own = entity.policy.fields[field.name]?.view;
  if (own) authorize(own, features);
  // The answer reveals operands and their values, so it requires the right to try the rule or to view them.
  const trying = model.routes.find((one) => one.operation === 'judge' && isAbout(one, entity, field));
  authorize(trying?.access ?? operandView(model, field), features);
  return { plan: call.runtime.planOf(entity.id), field };
}

const isAbout = (route: RouteModel, entity: EntityModel, field: FieldModel): boolean =>
  route.entity === entity.id && route.rule === field.name;

function operandView(model: Model, { rule }: FieldModel): Access {
  return model.entities.get(rule?.operands.entity ?? '')?.policy.view ?? { kind: 'feature', anyOf: [] };
}

/** A stored record, or the values of one being created. */
async function recordOf(from: From, plan: EntityPlan, record: DataRecord): Promise<DataRecord> {
  const { Id } = record;
  return isId(Id) ? loadRecord(from, plan, Id.toLowerCase()) : record;
}
