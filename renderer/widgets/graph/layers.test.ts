import { describe, expect, it } from 'vitest';
import { layers, readGraph } from './layers.ts';

const say = (key: string) => `said ${key}`;
const graph = (nodes: string, ...links: string[]) => {
  const read = readGraph(
    {
      Nodes: [...nodes].map((Id) => ({ Id, Title: Id })),
      Links: links.map(([From, To]) => ({ From, To })),
    },
    say,
  );
  return layers(read.nodes, read.links).map((layer) => layer.map(({ id }) => id).join(''));
};

describe('layers', () => {
  it('puts the target of a link after its source', () => {
    expect(graph('AB', 'AB')).toEqual(['A', 'B']);
    expect(graph('ABCD', 'AB', 'AC', 'BD', 'CD', 'AD')).toEqual(['A', 'BC', 'D']);
  });

  it('terminates on cycles, and includes nodes without links', () => {
    expect(graph('ABC', 'AB', 'BA')).toEqual(['AC', 'B']);
    expect(graph('A', 'AA')).toEqual(['A']);
  });
});

describe('readGraph', () => {
  it('accepts a single item without a list, and drops links to unknown nodes', () => {
    const read = readGraph(
      {
        Nodes: { Id: 'A', Title: 'One', Parts: { Title: { Message: 'part' } } },
        Links: { From: 'A', To: 'Z' },
      },
      say,
    );
    expect(read.nodes).toMatchObject([{ id: 'A', title: 'One', parts: [{ title: 'said part', parts: [] }] }]);
    expect(read.links).toEqual([]);
    expect(readGraph(undefined, say)).toEqual({ nodes: [], links: [] });
  });
});
