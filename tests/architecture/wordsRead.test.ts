/** Every word of the language is read by the compiler, and everything compiled is read by something. */
import path from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import * as ts from 'typescript/unstable/ast';
import {
  API,
  type Checker,
  type Program,
  type Type,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';
import { beforeAll, expect, it } from 'vitest';

const root = path.resolve('.');
const isCode = (file: string) =>
  /^(engine|renderer|server)\//.test(path.relative(root, file)) &&
  !/\.(test|stories)\.tsx?$|testDeclarations|testModel/.test(file);

/** The types of declarations, and those of compiled models. */
const languages = {
  declared: ['engine/declaration/types.generated.ts'],
  compiled: [
    ...['modelTypes', 'screenTypes', 'columnTypes', 'actionTypes', 'layoutTypes'],
    ...['routeTypes', 'ruleTypes'],
  ].map((name) => `engine/types/${name}.ts`),
};

let api: API;
let program: Program;
let checker: Checker;
let read: ReadonlySet<string>;

beforeAll(() => {
  api = new API({ cwd: root });
  const snapshot = api.updateSnapshot({ openProject: path.join(root, 'tsconfig.json') });
  const [project] = snapshot.getProjects();
  if (!project) throw new Error('There is no project.');
  ({ program, checker } = project);
  read = readMembers();
  return () => api.close();
});

/** The place where a member is declared. */
const placeOf = (symbol: TypeSymbol): readonly string[] =>
  symbol.declarations.map((node) => `${node.path}:${node.index}`);

function filesOf(isWanted: (file: string) => boolean): readonly SourceFile[] {
  return program
    .getSourceFileNames()
    .filter(isWanted)
    .flatMap((file) => program.getSourceFile(file) ?? []);
}

function nodesIn(source: Node, isWanted: (node: Node) => boolean): readonly Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isWanted(node)) found.push(node);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** Places of all members that are read by name or by destructuring. */
function readMembers(): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (symbol: TypeSymbol | undefined) => {
    for (const place of symbol ? placeOf(symbol) : []) found.add(place);
  };
  const addOf = (type: Type | undefined, name: string) => {
    if (type) add(checker.getPropertyOfType(type, name));
  };
  for (const source of filesOf(isCode)) {
    const names = nodesIn(source, ts.isPropertyAccessExpression).map(
      (node) => (node as ts.PropertyAccessExpression).name,
    );
    for (const symbol of checker.getSymbolAtLocation(names)) add(symbol);
    const patterns = nodesIn(source, ts.isObjectBindingPattern) as readonly ts.ObjectBindingPattern[];
    const types = checker.getTypeAtLocation(patterns);
    for (const [index, pattern] of patterns.entries())
      for (const element of pattern.elements) {
        const name = element.propertyName ?? element.name;
        if (!element.dotDotDotToken && name && ts.isIdentifier(name)) addOf(types[index], name.text);
      }
  }
  return found;
}

type Member = { readonly name: string; readonly place: string; readonly isRead: boolean };

function membersOf(files: readonly string[]): readonly Member[] {
  const sources = filesOf((file) => files.includes(path.relative(root, file)));
  return sources.flatMap((source) => {
    const nodes = nodesIn(
      source,
      ts.isPropertySignatureDeclaration,
    ) as readonly ts.PropertySignatureDeclaration[];
    const symbols = checker.getSymbolAtLocation(nodes.map(({ name }) => name));
    return nodes.map((node, index) => {
      const symbol = symbols[index];
      const line = source.text.slice(0, node.pos).split('\n').length + 1;
      return {
        name: (node.name as ts.Identifier).text,
        place: `${path.relative(root, source.fileName)}:${line}`,
        isRead: symbol !== undefined && placeOf(symbol).some((place) => read.has(place)),
      };
    });
  });
}

/** Members passed on as a whole and read under another type, and those only tests and people read. */
const handedOn: Readonly<Record<string, string>> = {
  'routeTypes.ts': 'root vars reads entity field',
  'ruleTypes.ts': 'root vars id',
  'screenTypes.ts': 'file pointer',
  'columnTypes.ts': 'scale',
  'actionTypes.ts': 'file pointer',
  // Removal rules, contents of seeds, titles for people, and cases, which tests replay.
  'modelTypes.ts':
    'entity path message Name ContentType UploadedBy CreatedDate title operation given record stored owner others role features today expect accepted rules at values status cases',
};

it('everything compiled is read by something', () => {
  const members = membersOf(languages.compiled);
  expect(members.length).toBeGreaterThan(400);
  const unread = members.filter(
    ({ name, place, isRead }) =>
      !isRead && !handedOn[path.basename(place.split(':')[0] ?? '')]?.split(' ').includes(name),
  );
  expect(unread.map(({ name, place }) => `${name} (${place})`)).toEqual([]);
});

/** For editors and people. */
const notRead = ['$schema', '$comment'];

it('every word of the language is read by the engine', () => {
  const members = membersOf(languages.declared);
  expect(members.length).toBeGreaterThan(900);
  // Many words are passed on by name, so this checks only that they are read, not from which type.
  const named = new Set(
    filesOf((file) => isCode(file) && !file.includes('/engine/declaration/')).flatMap((source) =>
      nodesIn(source, (node) => ts.isIdentifier(node) || ts.isStringLiteral(node)).map(
        (node) => (node as ts.Identifier).text,
      ),
    ),
  );
  const unread = members.filter(({ name }) => !named.has(name) && !notRead.includes(name));
  expect(unread.map(({ name, place }) => `${name} (${place})`)).toEqual([]);
});
