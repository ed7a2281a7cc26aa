import { describe, expect, it } from 'vitest';
import { covers, createReplayer, routeOf, waysOf } from './support/replayCase.ts';
import { appStores, model, type StoreKind } from './support/startApp.ts';

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[]) {
  const replay = createReplayer(kind);
  for (const entity of model.entities.values()) {
    const reachable = entity.cases.filter((example) => routeOf(model, entity, example.operation));
    if (reachable.length === 0) continue;
    describe(`cases of ${entity.id} over HTTP, ${kind} store`, () => {
      for (const example of reachable) {
        it(example.title, async () => {
          const { answer, rules, at, stored } = await replay(entity, example);
          const { expect: wanted } = example;
          expect(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`).toBe(
            wanted.accepted,
          );
          if (wanted.status !== undefined) expect(answer.status).toBe(wanted.status);
          expect(rules).toEqual(expect.arrayContaining([...(wanted.rules ?? [])]));
          expect(at).toEqual(expect.arrayContaining([...(wanted.at ?? [])]));
          expect(covers(wanted.values ?? {}, stored), JSON.stringify(stored)).toBe(true);
        });
      }
    });
  }
}

for (const kind of appStores) {
  const replay = createReplayer(kind);
  for (const entity of model.entities.values()) {
    const tries = entity.cases.flatMap((example) => {
      const usual = routeOf(model, entity, example.operation, example.given.record);
      const others = waysOf(model, entity, example).filter(({ route, list }) => list || route !== usual);
      return others.map((way) => ({ example, way, title: `${example.title}: ${way.title}` }));
    });
    if (tries.length === 0) continue;
    describe(`cases of ${entity.id} on every other path that can write it, ${kind} store`, () => {
      // Vitest would shorten the titles of `it.each`.
      for (const { example, way, title } of tries)
        it(title, async () => {
          const { answer, rules, at } = await replay(entity, example, way);
          const { expect: wanted } = example;
          expect(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`).toBe(
            wanted.accepted,
          );
          // A record that a field does not offer is not found by name, before any rule runs.
          const isUnknown = rules.includes('sheet.no-such-record');
          expect(rules).toEqual(expect.arrayContaining(isUnknown ? [] : [...(wanted.rules ?? [])]));
          expect(at).toEqual(expect.arrayContaining([...(wanted.at ?? [])]));
        });
    });
  }
}

it('cases run through uploads and copies', () => {
  const ways = [...model.entities.values()].flatMap((entity) =>
    entity.cases.flatMap((example) => waysOf(model, entity, example).map(({ route }) => route.operation)),
  );
  for (const operation of ['upload', 'copy'])
    expect(ways.filter((one) => one === operation).length, operation).toBeGreaterThan(9);
});

/** Sent all at once, to a named action, by `lienholders.test.ts`. */
const byAction: ReadonlySet<string> = new Set(['product-lienholder']);

it('every declared case runs over HTTP', () => {
  const unreachable = [...model.entities.values()].flatMap((entity) =>
    entity.cases
      .filter((example) => !byAction.has(entity.id) && !routeOf(model, entity, example.operation))
      .map(({ title }) => `${entity.id}: ${title}`),
  );
  expect(unreachable).toEqual([]);
});
