/** `/configure/entity-file`: the fields of a new entity, proposed from the columns of a file. */
import {
  type ColumnProposal,
  decideNotations,
  type EntityModel,
  formatMessage,
  isFilled,
  proposeColumn,
  type SheetRow,
  shownText,
} from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { isAllowed } from '../operations/authorize.ts';
import { among } from '../operations/filters.ts';
import { fileForm } from '../routes/fileForm.ts';
import { receiveSheet } from '../routes/receiveSheet.ts';
import type { ImportFile } from '../sheets/importFile.ts';
import { configuring } from './draftEndpoints.ts';

export function fileEndpoint(): Endpoint {
  return {
    ...configuring,
    method: 'POST',
    path: '/configure/entity-file',
    takes: fileForm,
    handle: async (call) => json(await receiveSheet(call, mostRows, (file) => proposals(call, file)), 201),
  };
}

/** Rows from which fields are proposed. */
const mostRows = 5000;
/** Columns of which fields are made; a form with more is of no use. */
const mostColumns = 100;
const shownRows = 3;
const longestShown = 80;

async function proposals(call: ApiCall, file: ImportFile) {
  const { head, first, source } = file;
  const rows = first.slice(0, mostRows);
  const width = Math.min(
    mostColumns,
    Math.max(head.values.length, ...rows.map(({ values }) => values.length)),
  );
  const used = Array.from({ length: width }, (_, at) => at).filter(
    (at) => isFilled(head.values[at]) || rows.some(({ values }) => isFilled(values[at])),
  );
  const columns = used.map((at) => ({ isWhole: false, texts: textsIn(rows, at) }));
  const notations = decideNotations(columns, source?.separator);
  const targets = referenceTargets(call);
  const Columns = [];
  for (const [index, at] of used.entries()) {
    const cells = rows.map(({ values }) => values[at] ?? null);
    const own = proposeColumn({ cells, notation: notations[index]?.notation ?? 'point' });
    const found = (await referenceOf(call, own, { rows, at, targets })) ?? own;
    await call.budget.yieldTurn();
    const { model } = call.runtime;
    Columns.push({
      At: at,
      Title: shownText(head.values[at]).slice(0, longestShown),
      Samples: rows.slice(0, shownRows).map(({ values }) => shownText(values[at]).slice(0, longestShown)),
      Type: found.type,
      Facts: found.facts,
      Reason: formatMessage(model, call.locale, `proposal.${found.reason}`, found.params),
    });
  }
  return { Columns };
}

const textsIn = (rows: readonly SheetRow[], at: number) =>
  rows.flatMap(({ values, number }) => {
    const text = values[at];
    return typeof text === 'string' ? [{ text, cell: `${at}:${number}` }] : [];
  });

/** Entities that a column may refer to: their records have a name that the person may see. */
function referenceTargets({ runtime: { model }, session }: ApiCall): readonly EntityModel[] {
  return [...model.entities.values()].filter((entity) => {
    const label = entity.fieldByPath.get(entity.labelField);
    const view = entity.policy.fields[entity.labelField]?.view;
    const isSeen = [entity.policy.view, view].every(
      (access) => !access || isAllowed(access, session?.features),
    );
    return isSeen && entity.area !== 'system' && !entity.many && label?.stored && label.storage === 'text';
  });
}

/** Different values that are looked up, and the share of them that must be found. */
const tried = 30;
const enough = 0.9;

type Referring = {
  readonly rows: readonly SheetRow[];
  readonly at: number;
  readonly targets: readonly EntityModel[];
};

/** The entity whose records most of the values name. */
async function referenceOf(
  { runtime: { model, store }, locale }: ApiCall,
  own: ColumnProposal,
  { rows, at, targets }: Referring,
): Promise<ColumnProposal | undefined> {
  if (!['text', 'choice'].includes(own.type) || own.reason === 'empty') return undefined;
  const texts = [...new Set(rows.map(({ values }) => shownText(values[at]).trim()).filter(Boolean))];
  const wanted = texts.slice(0, tried);
  let best: { readonly entity: EntityModel; readonly count: number } | undefined;
  for (const entity of targets) {
    const filter = among(entity.labelField, wanted);
    const { items } = await store.find({ entity: entity.id, filter, page: { number: 1, size: tried * 2 } });
    const names = new Set(items.map((item) => String(item[entity.labelField]).toLowerCase()));
    const count = wanted.filter((text) => names.has(text.toLowerCase())).length;
    if (count >= wanted.length * enough && count > (best?.count ?? 0)) best = { entity, count };
  }
  if (!best) return undefined;
  const { entity, count } = best;
  const { required } = own.facts;
  return {
    type: 'reference',
    facts: { ...(required !== undefined && { required }), reference: entity.id, show: [entity.labelField] },
    reason: 'reference',
    params: { count, all: wanted.length, name: formatMessage(model, locale, entity.plural) },
  };
}
