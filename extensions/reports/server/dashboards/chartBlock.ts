/** The panel that a screen declares as a block of the widget `chart`. */
import { type DataRecord, formatMessage, type WidgetBlock } from '#engine';
import { isAllowed, type OperationCall, refusals } from '#server/extension';
import type { Narrowing } from './narrowing.ts';

type Options = {
  readonly show: string;
  readonly entity: string;
  readonly narrow?: Readonly<Record<string, string>>;
  readonly [option: string]: unknown;
};

export type ChartBlock = { readonly panel: DataRecord; readonly narrowing: Narrowing };

/** `<screen>#<block>`; what the reader may not open does not exist. */
export function chartBlock(call: OperationCall, name: string, chosen: unknown): ChartBlock {
  const [screenId = '', blockId] = name.split('#');
  const screen = call.runtime.model.screens.get(screenId);
  const block = screen?.blocks.find(
    (one): one is WidgetBlock => one.id === blockId && one.kind === 'widget' && one.widget === 'chart',
  );
  const isOpen = [screen?.access, block?.access].every(
    (access) => !access || isAllowed(access, call.features),
  );
  if (!block || !isOpen) throw refusals.noSuchRecord({ params: { entity: 'entity.dashboard', id: name } });
  const options = block.options as Options;
  const panel = { ...panelOf(options), Title: titleOf(call, block) };
  return { panel, narrowing: narrowingBy(options, chosen) };
}

/** Undefined where the screen gives none: the panel then says what it shows. */
function titleOf({ runtime, locale }: OperationCall, { title }: WidgetBlock): string | undefined {
  return title && 'message' in title ? formatMessage(runtime.model, locale, title.message) : undefined;
}

const panelOf = ({ show, entity, column, per, splitBy, aggregate, value, most }: Options): DataRecord => ({
  ...{ Kind: show, Entity: entity, Column: column, Per: per, SplitBy: splitBy },
  ...{ Aggregate: aggregate, Value: value, Most: most },
});

/** The values of the page, for the fields that the block names; without a value, no record fits. */
function narrowingBy({ entity, narrow = {} }: Options, chosen: unknown): Narrowing {
  const given = (typeof chosen === 'object' && chosen !== null ? chosen : {}) as DataRecord;
  const listOf = (name: string) => [given[name] ?? []].flat().slice(0, 1).map(String);
  return {
    filtersOf: (from) =>
      from === entity
        ? Object.keys(narrow).map((path) => ({ path, operator: 'in' as const, value: listOf(path) }))
        : [],
    parametersOf: () => ({}),
    chosenOf: () => [],
    withoutMeaning: () => [],
  };
}
