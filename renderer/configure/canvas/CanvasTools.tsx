import { Plus } from 'lucide-react';
import type { FieldModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu } from '../../parts/Menu.tsx';
import { Select } from '../../parts/Select.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { showsField } from '../places.ts';
import { AddField } from '../screens/AddField.tsx';
import { useWork } from '../work.tsx';
import { AddToPage } from './AddToPage.tsx';
import styles from './canvas.module.css';
import type { NewPart } from './steps.ts';
import type { Canvas } from './useCanvas.ts';
import type { CanvasActions } from './useCanvasActions.ts';

/** How the canvas is looked at. */
export type Look = {
  readonly isPhone: boolean;
  /** As people with this role see it; empty: everything, with what is hidden. */
  readonly role: string;
};

type Props = {
  readonly canvas: Canvas;
  readonly actions: CanvasActions;
  readonly look: Look;
  readonly setLook: (look: Look) => void;
  readonly onBlock: (id: string) => void;
};

/** Adds parts, and switches to the view of a phone or another role. */
export function CanvasTools({ canvas, actions, look, setLook, onBlock }: Props) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const roles = [...model.roles.keys()].map((id) => ({ id, label: label(`role.${id}`) }));
  return (
    <div className={styles.tools}>
      {canvas.block.kind === 'form' && !canvas.isFixed && <AddToForm {...{ canvas, actions }} />}
      {canvas.block.kind === 'grid' && !canvas.isFixed && <AddToList {...{ canvas, actions }} />}
      <AddToPage {...{ canvas, onBlock }} />
      {canvas.block.kind === 'form' && (
        <FieldShell id="canvas-role" label={say('configure.preview.role')} as="group">
          <Select
            id="canvas-role"
            labelledBy="canvas-role-label"
            size="small"
            value={look.role || undefined}
            placeholder={say('configure.canvas.all')}
            options={roles}
            onChange={(role) => setLook({ ...look, role: role ?? '' })}
          />
        </FieldShell>
      )}
      <Switch id="canvas-phone" checked={look.isPhone} onChange={(isPhone) => setLook({ ...look, isPhone })}>
        {say('configure.canvas.phone')}
      </Switch>
    </div>
  );
}

const newParts: readonly NewPart[] = ['section', 'tab', 'help', 'divider'];

function AddToForm({ canvas, actions }: Pick<Props, 'canvas' | 'actions'>) {
  const say = useMessage();
  const { say: label, text } = useWork();
  const placed = new Set(canvas.layout.sections.flatMap(({ items }) => items.map(({ field }) => field)));
  const free = (canvas.entity?.fields ?? []).filter(({ path, kind }) => kind !== 'id' && !placed.has(path));
  const texts = (kind: NewPart) => ({
    'en-CA': text(`configure.canvas.new.${kind}`, 'en-CA'),
    'fr-CA': text(`configure.canvas.new.${kind}`, 'fr-CA'),
  });
  return (
    <>
      <div className={styles.adds}>
        <AddField
          label={say('configure.canvas.add-field')}
          options={free.map(({ path, label: key }) => ({ id: path, label: label(key) }))}
          onAdd={actions.addField}
        />
      </div>
      <Menu
        label={say('configure.canvas.add')}
        trigger={<Button icon={<Icon icon={Plus} size="small" />}>{say('configure.canvas.add')}</Button>}
        entries={newParts.map((kind) => ({
          id: kind,
          label: say(`configure.canvas.new.${kind}`),
          onAction: () => actions.addSection(kind, texts(kind)),
        }))}
      />
    </>
  );
}

function AddToList({ canvas, actions }: Pick<Props, 'canvas' | 'actions'>) {
  const say = useMessage();
  const { say: label } = useWork();
  const { entity, layout } = canvas;
  const cells = (entity?.fields ?? []).flatMap(cellsOf).filter(({ field }) => isListable(field));
  return (['column', 'filter'] as const).map((as) => {
    const members = as === 'column' ? layout.columns : layout.filters;
    const free = cells.filter(({ field }) => !members.some(({ path }) => showsField(path, field)));
    return (
      <div key={as} className={styles.adds}>
        <AddField
          label={say(`configure.place.to-${as}s`)}
          options={free.map(({ field, list }) => ({
            id: field.path,
            label: list
              ? say('ui.labelled', { label: label(list.label), text: label(field.label) })
              : label(field.label),
          }))}
          onAdd={(path) => actions.addMember(as, path)}
        />
      </div>
    );
  });
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
