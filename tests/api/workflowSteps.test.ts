/**
 * Every step of every workflow from every state: allowed only from the states it names, with any one of its
 * features. `tests/declarations/tables.test.ts` checks that states, steps and features are those of the
 * specifications.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataRecord, EntityModel, TransitionModel } from '#engine';
import { createFeatureClients, distinct, type FeatureClients } from './support/featureClients.ts';
import { type Ask, model } from './support/startApp.ts';

const flows = [...model.entities.values()].flatMap((entity) => {
  const routes = model.routes.filter((one) => one.entity === entity.id && one.operation === 'transition');
  const field = entity.workflow && entity.fieldByPath.get(entity.workflow.field);
  const states = model.lookups.get(field?.lookup ?? '')?.items ?? [];
  return field ? [{ entity, routes, field, states, steps: entity.workflow?.transitions ?? [] }] : [];
});
type Flow = (typeof flows)[number];

const anyOf = ({ access }: TransitionModel) => (access.kind === 'feature' ? access.anyOf : []);
const sets = distinct(flows.flatMap(({ steps }) => steps.map(anyOf)));

let clients: FeatureClients;
const records = new Map<string, string>();

beforeAll(async () => {
  clients = await createFeatureClients('memory', sets);
  for (const { entity } of flows) {
    const { items } = await clients.app.store.find({ entity: entity.id, page: { number: 1, size: 1 } });
    records.set(entity.id, String(items[0]?.Id));
  }
});
afterAll(() => clients.app.store.close());

const named = ({ states }: Flow, name: string) => states.find(({ Name }) => Name === name)?.Id;

/** Calls for the step with the record in that state; returns the status and the state afterwards. */
async function take(ask: Ask, flow: Flow, step: TransitionModel, from: string) {
  const { store } = clients.app;
  const id = records.get(flow.entity.id) ?? '';
  await store.update(flow.entity.id, id, { [flow.field.name]: named(flow, from) });
  const route =
    flow.routes.find(({ transition }) => transition === step.id) ??
    flow.routes.find(({ transitionFrom, except }) => transitionFrom && !except.includes(step.id));
  const path = String(route?.path).replace(/\{\w+\}/, id);
  const body = route?.transition ? undefined : { Name: step.to };
  const asked = await ask('PUT', path, body);
  const token = asked.body.Confirmations?.[0]?.Token;
  const answer = asked.status === 428 ? await ask('PUT', path, body, { 'x-confirm': token }) : asked;
  const stored = (await store.get(flow.entity.id, id)) as DataRecord;
  return { status: answer.status, state: flow.states.find(({ Id }) => Id === stored[flow.field.name])?.Name };
}

/** Another step may lead there too, and from other states. */
const mayLead = ({ steps }: Flow, { to }: TransitionModel, from: string) =>
  steps.some((step) => step.to === to && step.from.includes(from));

/** Rules of the record itself may refuse an allowed step. */
const refusedByRules = new Set([409, 422]);

const everyStep = (entity: EntityModel, flow: Flow) =>
  flow.steps.flatMap((step) =>
    flow.states.map(({ Name }) => ({
      title: `${entity.id} ${step.id} from ${Name}`,
      step,
      from: String(Name),
    })),
  );

it.each(flows.map((flow) => [flow.entity.id, flow] as const))('steps of %s', async (_, flow) => {
  const wrong: string[] = [];
  let taken = 0;
  for (const { title, step, from } of everyStep(flow.entity, flow)) {
    const isOpen = mayLead(flow, step, from);
    const lacking = await take(await clients.lacking(anyOf(step)), flow, step, from);
    if (lacking.status !== 403 || lacking.state !== from)
      wrong.push(`${title} without its feature: ${lacking.status} ${lacking.state}`);
    const holding = await take(await clients.holding(anyOf(step)), flow, step, from);
    const isTaken = holding.status < 300 && holding.state === step.to;
    const isLeft = refusedByRules.has(holding.status) && holding.state === from;
    if (isTaken) taken += 1;
    if (isOpen ? !isTaken && !isLeft : !isLeft)
      wrong.push(`${title} with its feature alone: ${holding.status} ${holding.state}`);
  }
  expect(wrong).toEqual([]);
  expect(taken).toBeGreaterThan(1);
});
