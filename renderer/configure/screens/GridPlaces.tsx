import type { ReactNode } from 'react';
import type { FieldModel, GridBlock, ScreenModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { showsField } from '../places.ts';
import { useWork } from '../work.tsx';
import { AddField } from './AddField.tsx';
import { ColumnTools } from './ColumnDialog.tsx';
import { FilterTools } from './FilterDialog.tsx';
import { ReorderList } from './ReorderList.tsx';
import styles from './screens.module.css';
import { usePlaces } from './usePlaces.ts';
import { ViewsPart } from './views/ViewsPart.tsx';

type Props = { readonly screen: ScreenModel; readonly block: GridBlock; readonly title: string };

/** The columns and filters of a list. */
export function GridPlaces({ screen, block, title }: Props) {
  return (
    <Card title={title} id={`block-${block.id}`}>
      <div className={styles.twoLists}>
        <Members
          {...{ screen, block }}
          as="column"
          members={block.columns}
          tools={(path) => {
            const column = block.columns.find((one) => one.path === path);
            return column && <ColumnTools screen={screen.id} block={block.id} column={column} />;
          }}
        />
        <Members
          {...{ screen, block }}
          as="filter"
          members={block.filters}
          tools={(path) => {
            const filter = block.filters.find((one) => one.path === path);
            return filter && <FilterTools screen={screen.id} block={block} filter={filter} />;
          }}
        />
      </div>
      <ViewsPart screen={screen.id} block={block} />
    </Card>
  );
}

type Member = { readonly path: string; readonly title: string; readonly hidden?: boolean };

function Members({
  screen,
  block,
  as,
  members,
  tools,
}: Omit<Props, 'title'> & {
  as: 'column' | 'filter';
  members: readonly Member[];
  tools?: (path: string) => ReactNode;
}) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const places = usePlaces({ screen: screen.id, block: block.id, as });
  const heading = say(`configure.grid.${as}s`);
  const fields = model.entities.get(block.entity)?.fields ?? [];
  const free = fields
    .flatMap(cellsOf)
    .filter(({ field }) => isListable(field) && !members.some(({ path }) => showsField(path, field)));
  return (
    <section aria-label={heading}>
      <h3>{heading}</h3>
      <ReorderList
        label={heading}
        items={members.map(({ path, title, hidden }) => ({
          id: path,
          label: label(title),
          note: hidden ? say('configure.column.hidden') : undefined,
        }))}
        onMove={(path, after) => places.move(path, { after })}
        onRemove={(path) => void places.take(path)}
        tools={tools}
      />
      <AddField
        label={say(`configure.place.to-${as}s`)}
        options={free.map(({ field, list }) => ({
          id: field.path,
          label: list
            ? say('ui.labelled', { label: label(list.label), text: label(field.label) })
            : label(field.label),
        }))}
        onAdd={(path) => void places.add(path, {})}
      />
    </section>
  );
}

/** The field, or the fields of its rows: a cell shows the values of all rows. */
function cellsOf(field: FieldModel): readonly { readonly field: FieldModel; readonly list?: FieldModel }[] {
  if (field.kind !== 'rows' || field.records) return [{ field }];
  return (field.fields ?? []).map((member) => ({ field: member, list: field }));
}

/** Whether a cell can show the field. */
function isListable({ kind }: FieldModel): boolean {
  return !['id', 'rows', 'object', 'json', 'html', 'rule', 'references'].includes(kind);
}
