import { type AdjustChange, type FieldChange, type FieldModel, sameJson } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Link } from '../../parts/Link.tsx';
import { Select } from '../../parts/Select.tsx';
import { findChange } from '../changes.ts';
import { FindingList } from '../draft/FindingList.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { ConditionPart } from './ConditionPart.tsx';
import { itemOf } from './layout.ts';
import { placeOf } from './layoutChanges.ts';
import { TextsPart } from './TextsPart.tsx';
import type { Canvas } from './useCanvas.ts';
import type { CanvasActions } from './useCanvasActions.ts';

type Props = { readonly canvas: Canvas; readonly actions: CanvasActions; readonly field: string };

/** A field on the form: its texts, width, condition, and whether it can be edited here. */
export function ItemPanel({ canvas, actions, field: path }: Props) {
  const say = useMessage();
  const { draft } = useWork();
  const { entity, layout, where } = canvas;
  const field = entity?.fieldByPath.get(path);
  const item = itemOf(layout, path);
  const place = placeOf({ ...where, changes: draft.Changes }, 'item', path);
  const isLockedByForm = item.readOnly === true && !place?.readOnly;
  return (
    <>
      {field && <FieldTexts field={field} />}
      <FieldShell id="canvas-width" label={say('configure.canvas.width')} as="group">
        <Select
          id="canvas-width"
          labelledBy="canvas-width-label"
          value={item.twelfths ? String(item.twelfths) : undefined}
          placeholder={say('configure.canvas.width.columns')}
          options={twelfths.map((id) => ({
            id,
            label: say('configure.canvas.width.twelfths', { width: Number(id) }),
          }))}
          onChange={(width) => actions.setWords(path, { twelfths: width ? Number(width) : undefined })}
        />
      </FieldShell>
      <Checkbox
        id="canvas-read-only"
        readOnly={isLockedByForm}
        checked={item.readOnly === true}
        onChange={(readOnly) => actions.setWords(path, { readOnly: readOnly ? true : undefined })}
      >
        {say('configure.canvas.read-only')}
      </Checkbox>
      {field && <Required field={field} />}
      {entity && (
        <ConditionPart
          entity={entity.id}
          text={place?.visible ?? ''}
          onKeep={(text) => actions.setWords(path, { visible: text === '' ? undefined : text })}
        />
      )}
      {place && <FindingList of={[place]} />}
      {field && (
        <Link to={`/configure/entities/${field.entity}/fields/${field.path}`}>
          {say('configure.canvas.field')}
        </Link>
      )}
    </>
  );
}

const twelfths = Array.from({ length: 12 }, (_, index) => String(index + 1));

/** The change of the field itself: its own, or the adjustment of a shipped one. */
function useFieldChange({ entity, path }: FieldModel): FieldChange | AdjustChange {
  const { draft } = useWork();
  const name = `${entity}.${path}`;
  return (
    findChange(draft.Changes, 'field', name) ??
    findChange(draft.Changes, 'adjust', `field.${name}`) ?? { kind: 'adjust', name: `field.${name}` }
  );
}

/** Texts of the field, the same wherever it is shown. */
function FieldTexts({ field }: { field: FieldModel }) {
  const say = useMessage();
  const { text } = useWork();
  const { put } = useSaveDraft();
  const change = useFieldChange(field);
  const texts = (key: string | undefined) =>
    key === undefined ? {} : { 'en-CA': text(key, 'en-CA'), 'fr-CA': text(key, 'fr-CA') };
  return (
    <>
      <TextsPart
        label={say('configure.label')}
        help={say('configure.canvas.everywhere')}
        texts={texts(field.label)}
        isRequired
        onKeep={(title) => title && void put([{ ...change, title }])}
      />
      <TextsPart
        label={say('configure.help')}
        texts={texts(field.help)}
        onKeep={(help) => help && !sameJson(help, change.help) && void put([{ ...change, help }])}
      />
    </>
  );
}

/** Required wherever the field is saved; what the application requires stays so. */
function Required({ field }: { field: FieldModel }) {
  const say = useMessage();
  const { put } = useSaveDraft();
  const change = useFieldChange(field);
  const isOurs = change.required !== undefined;
  const toggle = (required: boolean) => {
    const { required: _, ...others } = change;
    const word = change.kind === 'field' ? { required: 'true' } : { required: true as const };
    void put([(required ? { ...others, ...word } : others) as FieldChange | AdjustChange]);
  };
  return (
    <Checkbox
      id="canvas-required"
      readOnly={field.required && !isOurs}
      checked={field.required || isOurs}
      onChange={toggle}
    >
      {say('configure.adjust.required')}
    </Checkbox>
  );
}
