import { afterEach, expect, it, vi } from 'vitest';
import type { Impact, ImpactQuestion } from '#engine';
import { createImpactCounter } from './createImpactCounter.ts';

/** A worker that answers on command. */
class SlowWorker {
  static last: SlowWorker;
  readonly asked: unknown[] = [];
  onmessage: ((event: { data: unknown }) => void) | undefined;
  constructor() {
    SlowWorker.last = this;
  }
  postMessage(question: unknown): void {
    this.asked.push(question);
  }
  terminate(): void {}
}

const question = (name: string) => ({ name }) as unknown as ImpactQuestion;
const impact = (name: string) => ({ name }) as unknown as Impact;
const answer = (name: string) => SlowWorker.last.onmessage?.({ data: impact(name) });

afterEach(() => vi.unstubAllGlobals());

it('reports only the latest answer, and none after it was forgotten', () => {
  vi.stubGlobal('Worker', SlowWorker);
  const told: unknown[] = [];
  const counter = createImpactCounter((one) => told.push(one));
  counter.ask(question('a'));
  counter.ask(question('b'));
  counter.ask(question('c'));
  answer('a');
  expect(SlowWorker.last.asked).toEqual([question('a'), question('c')]);
  answer('c');
  expect(told).toEqual([impact('c')]);

  counter.ask(question('d'));
  counter.forget();
  answer('d');
  expect(told).toEqual([impact('c')]);

  counter.ask(question('e'));
  answer('e');
  expect(told).toEqual([impact('c'), impact('e')]);
});
