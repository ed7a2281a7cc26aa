import { useLocation, useParams } from 'react-router';
import { type EntityModel, isPlaceChange, type PlaceChange, systemFields } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { findChange } from '../changes.ts';
import type { Draft } from '../draftTypes.ts';
import { type FormPlace, formsOf, gridsOf } from '../places.ts';
import { useWork } from '../work.tsx';
import { AdjustFieldPage } from './AdjustFieldPage.tsx';
import { FieldEditor } from './FieldEditor.tsx';
import { emptyField, formOfChange } from './fieldForm.ts';

/** A field of an entity: new, in the draft, or shipped. */
export function FieldPage() {
  const { entityId = '', fieldName } = useParams();
  const { key } = useLocation();
  const { model } = useWork();
  const entity = model.entities.get(entityId);
  if (!entity) return <NotFoundPage />;
  // Each new field starts with an empty page, the next one too.
  const id = `${entityId}.${fieldName ?? key}`;
  return <FieldOf key={id} entity={entity} fieldName={fieldName} />;
}

function FieldOf({ entity, fieldName }: { entity: EntityModel; fieldName: string | undefined }) {
  const say = useMessage();
  const { model, bundle, draft, say: label } = useWork();
  const name = label(entity.title);
  const isOwn = findChange(draft.Changes, 'entity', entity.id) !== undefined;
  if (fieldName === undefined)
    return (
      <FieldEditor
        title={say('configure.field.new', { entity: name })}
        entity={entity}
        start={emptyField(
          entity.id,
          mainFormOf(formsOf(model, bundle, entity.id), isOwn),
          isOwn ? mainListOf(gridsOf(model, entity.id), draft) : undefined,
        )}
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

const fewColumns = 9;

/** After the column added last, or before those of the server; none in a list with many columns. */
function mainListOf([place]: ReturnType<typeof gridsOf>, { Changes }: Draft) {
  const { screen, block } = place ?? {};
  if (!screen || !block || block.columns.length >= fewColumns) return undefined;
  const own = Changes.filter(
    (one) => isPlaceChange(one) && one.as === 'column' && one.screen === screen.id && !one.remove,
  ) as readonly PlaceChange[];
  const last = block.columns.filter(({ path }) => !systemFields.has(path)).at(-1);
  return { screen: screen.id, block: block.id, after: own.at(-1)?.field ?? last?.path ?? '' };
}

/** The end of the first form, which has the most fields; at the very end if the draft made the entity. */
function mainFormOf([place]: readonly FormPlace[], isOwn: boolean) {
  if (!place) return undefined;
  const { screen, block } = place;
  const section = block.sections.at(-1);
  const after = isOwn ? undefined : section?.items.at(-1)?.field;
  return { screen: screen.id, block: block.id, section: section?.id, after };
}
