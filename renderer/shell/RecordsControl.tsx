import { useMemo } from 'react';
import { type AskModel, type DataRecord, type GridBlock, listOfQuestion, type Model } from '#engine';
import { useModel } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import { ChooseRecords } from '../grid/choose/ChooseRecords.tsx';
import type { ControlProps } from '../parts/control.ts';

type Field = AskModel['fields'][number];

type Props = ControlProps & {
  readonly field: Field;
  readonly value: unknown;
  readonly answers: DataRecord;
  readonly taken: readonly string[];
  /** What the server refused, by id. */
  readonly refused: ReadonlyMap<string, string>;
  readonly onChange: (value: unknown) => void;
};

/** A question that is answered by choosing records of a list. */
export function RecordsControl({ id, labelledBy, field, value, taken, refused, onChange }: Props) {
  const model = useModel();
  const say = useMessage();
  const block = useMemo(() => blockOf(model, field), [model, field]);
  const chosen = useMemo(() => (Array.isArray(value) ? value.map(String) : []), [value]);
  if (!block) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame and a legend
    <div id={id} role="group" aria-labelledby={labelledBy}>
      <ChooseRecords
        block={block}
        label={say(field.label)}
        chosen={chosen}
        atMost={field.atMost ?? 500}
        {...{ taken, refused, onChange }}
      />
    </div>
  );
}

/** The declared list with what the question shows of it, without what belongs to its screen. */
function blockOf(model: Model, { list, columns, filters, optionsFrom }: Field): GridBlock | undefined {
  const declared = list === undefined ? undefined : listOfQuestion(model, list);
  if (!declared) return undefined;
  const { open, start, edit, expand, order, layouts, colours, domId, ...rest } = declared;
  return {
    ...rest,
    find: optionsFrom ?? declared.find,
    columns: only(declared.columns, columns).map((column) => ({ ...column, hidden: false })),
    filters: filters ? only(declared.filters, filters) : declared.filters,
    ...{ where: [], rowActions: [], actions: [], views: [], pageSize: 25, remember: false },
    // Rows can be selected by anyone who may see them.
    bulk: { save: '', access: { kind: 'login' }, items: [] },
  };
}

function only<Named extends { readonly path: string }>(
  all: readonly Named[],
  paths: readonly string[] | undefined,
): readonly Named[] {
  return paths ? paths.flatMap((path) => all.filter((one) => one.path === path)) : all;
}
