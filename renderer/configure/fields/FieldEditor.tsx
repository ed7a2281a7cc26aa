import { useLocation } from 'react-router';
import { type EntityModel, entityOfBlock, isPlaceChange } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { ChangeEditor, useTyped } from '../ChangeEditor.tsx';
import { usedIn } from '../conditions/usedIn.ts';
import { showsField } from '../places.ts';
import { useWork } from '../work.tsx';
import type { FieldPartProps } from './fieldForm.ts';
import { changesOf, type FieldForm, missingSetting, storedNameOf } from './fieldForm.ts';
import { NamePart } from './NamePart.tsx';
import { PlacesPart } from './PlacesPart.tsx';
import { TypePart } from './TypePart.tsx';
import { WhenPart } from './WhenPart.tsx';
import { WhoPart } from './WhoPart.tsx';

type Props = {
  readonly title: string;
  readonly entity: EntityModel;
  readonly start: FieldForm;
  readonly isNew?: boolean;
};

/** Edits an own field, with a preview. */
export function FieldEditor({ title, entity, start: given, isNew = false }: Props) {
  const say = useMessage();
  const live = useModel();
  const { key } = useLocation();
  const { start, form, setForm, builder } = useTyped(
    // A new field is no continuation of the one added before it; a reload keeps the key.
    `field.${entity.id}.${isNew ? key : given.storedName}`,
    () => given,
  );
  const keeping = useKeeping(entity, start, form, isNew);
  // A field without a release has no stored values, so its type can still change.
  const isFree = isNew || !live.entities.get(entity.id)?.fieldByPath.has(start.storedName);
  const part: FieldPartProps = { form, onChange: setForm };
  const { visible } = form.facts;
  const lacking = keeping.changes.length === 0 ? 'configure.field.incomplete' : missingSetting(form);
  // Preview the fields of its visibility condition too, as it may be hidden.
  const shown = [storedNameOf(form), ...usedIn(typeof visible === 'string' ? visible : '')];
  return (
    <ChangeEditor
      {...{ title, entity, keeping, builder, isNew }}
      refusal={lacking && say(lacking)}
      another={isNew ? `/configure/entities/${entity.id}/fields/new` : undefined}
      drop={isNew ? undefined : say('configure.field.remove')}
      preview={{
        entity: entity.id,
        fields: shown,
        places: form.places,
        nowhere: say('configure.preview.nowhere'),
      }}
    >
      <Card title={say('configure.field.name')} id="field-name">
        <NamePart {...part} entity={entity} isNew={isNew} />
      </Card>
      <Card title={say('configure.field.type')} id="field-type">
        <TypePart {...part} isNew={isFree} />
      </Card>
      <Card title={say('configure.field.places')} id="field-places">
        <PlacesPart {...part} />
      </Card>
      <Card title={say('configure.field.when')} id="field-when">
        <WhenPart {...part} />
      </Card>
      <Card title={say('configure.field.who')} id="field-who">
        <WhoPart {...part} />
      </Card>
    </ChangeEditor>
  );
}

/** The changes to save: the field with its places, those they replace, and all to remove on deletion. */
function useKeeping({ id }: EntityModel, start: FieldForm, form: FieldForm, isNew: boolean) {
  const { draft, model } = useWork();
  const changes = changesOf(form);
  const back = `/configure/entities/${id}`;
  const gone = changesOf(start).filter(
    (old) => !changes.some(({ name, kind }) => name === old.name && kind === old.kind),
  );
  const field = model.entities.get(id)?.fieldByPath.get(start.storedName);
  const within = [...(field ? [field] : []), ...(field?.fields ?? [])];
  const own = draft.Changes.filter((change) => {
    if (change.kind === 'field') return change.name === `${id}.${start.storedName}`;
    if (!isPlaceChange(change)) return false;
    // Includes fields of its rows and of its expanded reference.
    const isHere = entityOfBlock(model, change.screen, change.block) === id;
    return isHere && within.some((one) => showsField(change.field, one));
  });
  const here = isNew ? `${back}/fields/${storedNameOf(form)}` : undefined;
  return { changes, gone: isNew ? [] : gone, own, back, here };
}
