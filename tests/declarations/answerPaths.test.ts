/** Errors of the server come back to the question that the body was made of, for every declared question. */
import { expect, it } from 'vitest';
import type { ActionModel } from '../../engine/index.ts';
import { answerAt } from '../../renderer/actions/answerAt.ts';
import { realModel } from './realModel.ts';

type Asking = Pick<ActionModel, 'id' | 'ask' | 'body' | 'before'>;

/** Every action with questions, at any depth of any screen. */
function asking(node: unknown, seen = new Set<unknown>()): readonly Asking[] {
  if (typeof node !== 'object' || node === null || seen.has(node)) return [];
  seen.add(node);
  const own = node as Asking;
  const inner = node instanceof Map ? [...node.values()] : Object.values(node);
  return [...(own.ask?.fields ? [own] : []), ...inner.flatMap((one) => asking(one, seen))];
}

const samples: Readonly<Record<string, unknown>> = { integer: 41, boolean: true, date: '2026-03-01' };

const user = { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] };

it('an error at a place of a body belongs to the question whose answer is there', () => {
  const actions = asking(realModel().screens);
  let found = 0;
  for (const { id, ask, body, before } of actions)
    for (const made of [body, before?.body]) {
      if (!made || !ask) continue;
      const names = ask.fields.map(({ name }) => name);
      const answers = Object.fromEntries(
        ask.fields.map(({ name, kind }) => [name, samples[kind] ?? `answer of ${name}`]),
      );
      const bodyOf = (given: Readonly<Record<string, unknown>>) =>
        made.evaluate({
          root: {},
          vars: { record: {}, route: {}, data: {}, query: {}, user, ask: given, earlier: {} },
        });
      for (const [path, value] of leaves(bodyOf(answers))) {
        const name = names.find((one) => answers[one] === value);
        if (name === undefined || names.filter((one) => answers[one] === value).length > 1) continue;
        found += 1;
        const asked = { answers, names };
        expect([id, answerAt(bodyOf, asked, path)]).toEqual([id, name]);
        expect([id, answerAt(bodyOf, asked, path.slice(1).replaceAll('/', '.'))]).toEqual([id, name]);
        // The error may lead deeper, and nobody may have answered yet.
        expect([id, answerAt(bodyOf, asked, `${path}/0/Id`)]).toEqual([id, name]);
        expect([id, answerAt(bodyOf, { answers: {}, names }, path)]).toEqual([id, name]);
      }
    }
  expect(found).toBeGreaterThan(25);
});

function leaves(value: unknown, at = ''): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [[at, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${at}/${key}`));
}
