import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { DataRecord, GridBlock } from '#engine';
import { WhyRefused } from '../actions/WhyRefused.ts';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { IconButton } from '../parts/IconButton.tsx';
import type { RowEditing } from './useRowEditing.ts';

type Props = {
  readonly edit: NonNullable<GridBlock['edit']>;
  readonly editing: RowEditing;
  readonly record: DataRecord;
  readonly name: string;
  readonly scope: ScreenScope;
};

/** Opens a row for editing in place; explains why if that is refused now. */
export function EditButton({ edit, editing, record, name, scope }: Props) {
  const say = useMessage();
  const [asked, setAsked] = useState<Element>();
  const may = editing.may(record);
  const sentence = say('ui.action.refused');
  return (
    <>
      <IconButton
        size="small"
        icon={Pencil}
        label={say('ui.grid.edit-row', { name })}
        refusal={may ? undefined : sentence}
        onRefused={(event) => setAsked(event.target)}
        onPress={() => editing.open(String(record.Id))}
      />
      {asked && !may && (
        <WhyRefused
          action={{ id: 'edit', label: 'ui.grid.edit', place: edit.place, enabled: edit.enabled }}
          {...{ scope, sentence }}
          root={record}
          anchor={asked}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
