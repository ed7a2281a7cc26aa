/** Parses a definition file (RDL) to elements with line numbers; never resolves external entities. */
import { Parser } from 'htmlparser2';
import type { DefinitionElement } from '#extensions/reports/engine';

/** Why and at which line a file cannot be read. */
export class BrokenDefinition extends Error {
  readonly key: string;
  readonly line: number;

  constructor(key: string, line: number) {
    super(`${key} at line ${line}`);
    this.name = 'BrokenDefinition';
    this.key = key;
    this.line = line;
  }
}

type Growing = {
  name: string;
  attributes: Record<string, string>;
  children: Growing[];
  text: string;
  line: number;
  isForeign: boolean;
};

const limits = { depth: 60, elements: 20_000 };

export function parseDefinition(text: string): DefinitionElement {
  const root = parseDocument(text);
  if (root.name !== 'Report') throw new BrokenDefinition('report.definition.not-report', 1);
  return root;
}

/** Any XML document: rows entered in a definition are a document of their own. */
export function parseDocument(text: string): DefinitionElement {
  const lines = lineCounter(text);
  const open: Growing[] = [];
  let root: Growing | undefined;
  let count = 0;
  const fail = (key: string): never => {
    throw new BrokenDefinition(key, lines(parser.startIndex));
  };
  const parser: Parser = new Parser(
    {
      onopentag: (name, attributes) => {
        count += 1;
        if (count > limits.elements || open.length >= limits.depth) fail('report.definition.too-large');
        const element: Growing = {
          name: local(name),
          attributes,
          children: [],
          text: '',
          line: lines(parser.startIndex),
          isForeign: name.includes(':'),
        };
        const above = open.at(-1);
        if (above) above.children.push(element);
        else if (root) fail('report.definition.broken');
        else root = element;
        open.push(element);
      },
      ontext: (part) => {
        const element = open.at(-1);
        if (element) element.text += part;
      },
      onclosetag: (_, isImplied) => {
        if (isImplied && !isSelfClosed(text, parser.endIndex)) fail('report.definition.broken');
        open.pop();
      },
      // Document types may declare entities, internal or external; definitions never have one.
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) fail('report.definition.entities');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  if (!root) throw new BrokenDefinition('report.definition.not-report', 1);
  return root;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

const isSelfClosed = (text: string, at: number): boolean => text.slice(0, at + 1).endsWith('/>');

/** Must be called with ascending offsets. */
function lineCounter(text: string): (at: number) => number {
  let [line, read] = [1, 0];
  return (at) => {
    for (; read < at; read += 1) if (text.charCodeAt(read) === 10) line += 1;
    return line;
  };
}
