import { useParams } from 'react-router';
import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { findChange } from '../changes.ts';
import { type FormPlace, formsOf } from '../places.ts';
import { useWork } from '../work.tsx';
import { AdjustFieldPage } from './AdjustFieldPage.tsx';
import { FieldEditor } from './FieldEditor.tsx';
import { emptyField, formOfChange } from './fieldForm.ts';

/** A field of an entity: new, in the draft, or shipped. */
export function FieldPage() {
  const { entityId = '', fieldName } = useParams();
  const { model } = useWork();
  const entity = model.entities.get(entityId);
  if (!entity) return <NotFoundPage />;
  return <FieldOf key={`${entityId}.${fieldName ?? ''}`} entity={entity} fieldName={fieldName} />;
}

function FieldOf({ entity, fieldName }: { entity: EntityModel; fieldName: string | undefined }) {
  const say = useMessage();
  const { model, bundle, draft, say: label } = useWork();
  const name = label(entity.title);
  if (fieldName === undefined)
    return (
      <FieldEditor
        title={say('configure.field.new', { entity: name })}
        entity={entity}
        start={emptyField(entity.id, mainFormOf(formsOf(model, bundle, entity.id)))}
        isNew
      />
    );
  const change = findChange(draft.Changes, 'field', `${entity.id}.${fieldName}`);
  const field = entity.fields.find((one) => one.name === fieldName);
  if (change)
    return (
      <FieldEditor
        title={say('configure.field.title', { entity: name, field: field ? label(field.label) : fieldName })}
        entity={entity}
        start={formOfChange(change, draft.Changes)}
      />
    );
  return field ? <AdjustFieldPage entity={entity} field={field} /> : <NotFoundPage />;
}

/** The end of the first form, which has the most fields. */
function mainFormOf([place]: readonly FormPlace[]) {
  if (!place) return undefined;
  const { screen, block } = place;
  const section = block.sections.at(-1);
  return { screen: screen.id, block: block.id, section: section?.id, after: section?.items.at(-1)?.field };
}
