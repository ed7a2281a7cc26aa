import '../../../renderer/tokens/tokens.css';
import '../../../renderer/tokens/base.css';
import { createRoot, type Root } from 'react-dom/client';
import {
  compileModel,
  compileValidators,
  createForm,
  type DataRecord,
  type DeclarationSet,
  parseExpression,
} from '#engine';
import {
  createSay,
  ExtensionsProvider,
  type Files,
  type FormTools,
  FormToolsContext,
  LeafField,
  MessagesProvider,
} from '#renderer';
import defaults from '../../../base/schemas/defaults.json';
import { type HandCell, HandMatrix, type HandProps } from './handMatrix.tsx';
import { painted } from './timing.ts';

export type MatrixBench = {
  /** Makes what both are opened over: a record with every second cell filled, in a form for ours. */
  readonly prepare: (size: number) => Promise<void>;
  /** Draws one of the two again, until its cells are painted. */
  readonly open: (which: 'ours' | 'byHand') => Promise<void>;
  readonly close: () => Promise<void>;
};

const axisOf = (letter: string, size: number) =>
  Array.from({ length: size }, (_, index) => ({ Id: `${letter}${index}`, Name: `${letter} ${index + 1}` }));

const row = {
  type: 'object',
  properties: { X: { type: 'string' }, Y: { type: 'string' }, Amount: { type: 'number', minimum: 0 } },
};
const table = {
  ...{ $id: 'table', title: 'Table', 'x-plural': 'Tables', type: 'object', 'x-label': 'Name' },
  properties: {
    Name: { type: 'string' },
    Value: { type: 'array', maxItems: 40_000, items: row, title: 'Rates' },
  },
};
const open = { view: 'login', create: 'login', update: 'login', remove: 'login' };
const declarations = {
  files: [
    { file: 'schemas/defaults.json', json: defaults },
    { file: 'schemas/bench/table/entity.json', json: table },
    { file: 'schemas/bench/table/behaviour.json', json: { for: 'table', rules: [], policy: open } },
  ],
};
const { model } = compileModel(declarations as DeclarationSet, { parse: parseExpression, review: false });
const validators = compileValidators(model);
const user = { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] };
const messages = { 'en-CA': new Map(), 'fr-CA': new Map() };
const say = createSay(messages, 'en-CA');
const files: Files = { upload: () => Promise.reject(new Error('none')), download: async () => undefined };
const axis = (find: string) => ({ source: { find }, label: 'Name' });
const options = {
  columns: axis('x'),
  rows: axis('y'),
  cell: { x: 'X', y: 'Y', value: 'Amount' },
  ...{ format: 'currency', minimum: 0, clearTo: 0 },
};

function prepareTools(size: number, cells: readonly HandCell[]): FormTools {
  const lists: Record<string, readonly DataRecord[]> = { x: axisOf('x', size), y: axisOf('y', size) };
  const context = { model, user, today: '2026-11-21', now: '2026-11-21T12:00:00Z', locale: 'en-CA' } as const;
  const Value = cells.map(({ x, y, value }) => ({ X: x, Y: y, Amount: value }));
  const entity = model.entities.get('table');
  if (!entity) throw new Error('No entity');
  return {
    form: createForm({ entity, record: { Id: '1', Name: 'T', Value }, isNew: false, context, validators }),
    ...{ model, locale: 'en-CA', say, idPrefix: 'bench', readOnlyAsText: true, files, sectionLevel: 3 },
    findOptions: async () => ({ records: [], hasMore: false }),
    findRecords: async ({ find }) => lists[find] ?? [],
    renderHtml: async ({ html }) => html,
    checkRule: async () => {
      throw new Error('none');
    },
    explain: () => undefined,
  };
}

const place = document.getElementById('app') as HTMLElement;
let root: Root | undefined;
let prepared: (HandProps & { readonly tools: FormTools }) | undefined;

const bench: MatrixBench = {
  prepare: async (size) => {
    const [columns, rows] = [axisOf('x', size), axisOf('y', size)];
    const cells = columns.flatMap(({ Id: x }, column) =>
      rows.flatMap(({ Id: y }, at) => ((column + at) % 2 === 0 ? [{ x, y, value: column + at / 4 }] : [])),
    );
    prepared = { columns, rows, cells, tools: prepareTools(size, cells) };
    await painted();
  },
  close: async () => {
    root?.unmount();
    await painted();
  },
  open: async (which) => {
    if (!prepared) throw new Error('Nothing is prepared');
    const { tools, ...hand } = prepared;
    root = createRoot(place);
    root.render(
      which === 'ours' ? (
        <MessagesProvider locale="en-CA" say={say}>
          <ExtensionsProvider extensions={[]}>
            <FormToolsContext value={tools}>
              <LeafField item={{ field: 'Value', widget: 'matrix', span: 1, options }} />
            </FormToolsContext>
          </ExtensionsProvider>
        </MessagesProvider>
      ) : (
        <HandMatrix {...hand} />
      ),
    );
    await painted();
    while (place.querySelectorAll('[role=gridcell]').length < 100) await painted();
  },
};

Object.assign(window, { bench });
