import { describe, expect, it } from 'vitest';
import { plain } from './plain.ts';
import { realModel } from './realModel.ts';
import { isForEngine, replayInEngine } from './replayInEngine.ts';

for (const entity of realModel().entities.values())
  if (entity.cases.length > 0)
    describe(`${entity.id}, judged by the engine`, () => {
      for (const example of entity.cases.filter((one) => isForEngine(entity, one)))
        it(`${example.title} (${example.operation})`, () => {
          const { expect: expected } = example;
          const verdict = replayInEngine(realModel(), entity, example);
          expect(verdict, JSON.stringify(verdict.rules)).toMatchObject({ accepted: expected.accepted });
          expect(verdict.rules).toEqual(expect.arrayContaining([...(expected.rules ?? [])]));
          expect(verdict.at).toEqual(expect.arrayContaining([...(expected.at ?? [])]));
          if (expected.status === 403) expect(verdict.rules).toEqual(['policy']);
          expect(plain(verdict.record)).toMatchObject(plain(expected.values));
        });
    });
