import { describe, expect, it } from 'vitest';
import { readGiven, simulate } from '../../scripts/simulate.mjs';

describe('the simulation of an installation', () => {
  it('grows with the people, but keeps two processes for the smallest', () => {
    const [small, large] = [simulate({ people: 10 }), simulate({ people: 1_000_000 })];
    expect(small.processes).toBe(2);
    expect(large.callsPerSecond).toBeCloseTo(15_000);
    expect(large.processes).toBeGreaterThan(simulate({}).processes);
    expect(large.databasesForWrites).toBeGreaterThan(1);
  });

  it('counts a process per core that its calls keep half busy, and one spare', () => {
    const asked = {
      people: 6000,
      atOnce: 1,
      callsPerMinute: 10,
      lists: 0,
      writes: 0,
      recordMs: 1,
      busy: 0.5,
    };
    expect(simulate(asked)).toMatchObject({ callsPerSecond: 1000, processes: 3, writesPerSecond: 0 });
  });

  it('refuses what it does not know', () => {
    expect(readGiven(['people=5'])).toEqual({ people: 5 });
    for (const word of ['people=', 'people=x', 'people=-1', 'persons=5'])
      expect(() => readGiven([word]), word).toThrow(word);
  });
});
