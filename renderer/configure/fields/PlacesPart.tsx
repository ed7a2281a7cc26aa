import { useState } from 'react';
import type { FieldKind, PlaceChange, SectionModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { type FormPlace, formsOf, gridsOf } from '../places.ts';
import { OperatorSelect } from '../screens/OperatorSelect.tsx';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';
import type { FieldPartProps } from './fieldForm.ts';
import { type FieldForm, isListed, storedNameOf, widthOf } from './fieldForm.ts';

type Spot = Pick<PlaceChange, 'screen' | 'block' | 'as'>;

/** The forms, lists and filters that show the field. */
export function PlacesPart(props: FieldPartProps) {
  const say = useMessage();
  const { model, bundle } = useWork();
  const { entity, type } = props.form;
  const [forms, grids] = [formsOf(model, bundle, entity), isListed(type) ? gridsOf(model, entity) : []];
  if (forms.length + grids.length === 0) return <EmptyState title={say('configure.entity.no-screens')} />;
  return (
    <div className={styles.form}>
      {forms.length > 0 && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{say('configure.places.forms')}</legend>
          <OnForms {...props} forms={forms} />
        </fieldset>
      )}
      {grids.length > 0 && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{say('configure.places.lists')}</legend>
          {grids.map(({ screen, block }) => (
            <div key={`${screen.id} ${block.id}`} className={area.tools}>
              <Tick
                {...props}
                spot={{ screen: screen.id, block: block.id, as: 'column' }}
                last={block.columns.at(-1)?.path}
              />
              <Tick
                {...props}
                spot={{ screen: screen.id, block: block.id, as: 'filter' }}
                last={block.filters.at(-1)?.path}
              />
            </div>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** Shows the main forms and those with the field; the others on request. */
function OnForms({ forms, ...props }: FieldPartProps & { forms: readonly FormPlace[] }) {
  const say = useMessage();
  const [isAll, showAll] = useState(forms.length <= fewForms + 1);
  const isPlaced = ({ screen, block }: FormPlace) =>
    props.form.places.some((place) => isAt(place, { screen: screen.id, block: block.id, as: 'item' }));
  const shown = forms.filter((place, index) => isAll || index < fewForms || isPlaced(place));
  return (
    <>
      {shown.map((place) => (
        <OnForm key={`${place.screen.id} ${place.block.id}`} {...props} place={place} />
      ))}
      {shown.length < forms.length && (
        <div>
          <Button tone="link" onPress={() => showAll(true)}>
            {say('configure.places.more', { count: forms.length - shown.length })}
          </Button>
        </div>
      )}
    </>
  );
}

const fewForms = 3;

function isAt(place: PlaceChange, spot: Spot): boolean {
  return place.screen === spot.screen && place.block === spot.block && place.as === spot.as;
}

const placeName = ({ screen, block, as }: Spot, field: string) => `${screen}.${block}.${as}.${field}`;

function withPlace(form: FieldForm, spot: Spot, change: Partial<PlaceChange> | undefined): FieldForm {
  const before = form.places.find((place) => isAt(place, spot));
  const others = form.places.filter((place) => !isAt(place, spot));
  if (!change) return { ...form, places: others };
  const field = storedNameOf(form);
  return {
    ...form,
    places: [
      ...others,
      { ...before, kind: 'place', name: placeName(spot, field), ...spot, field, ...change },
    ],
  };
}

type TickProps = FieldPartProps & {
  readonly spot: Spot;
  /** The last field in place, after which a new one is inserted. */
  readonly last: string | undefined;
};

function Tick({ form, onChange, spot, last: neighbour }: TickProps) {
  const say = useMessage();
  const { model } = useWork();
  const names = usePlaceNames();
  const screen = model.screens.get(spot.screen);
  const placed = form.places.find((place) => isAt(place, spot));
  const issuesAt = useIssuesAt('place');
  const title = screen ? names.block(screen, spot.block) : spot.screen;
  const id = `place-${spot.screen}-${spot.block}-${spot.as}`;
  return (
    <>
      <Checkbox
        id={id}
        checked={placed !== undefined}
        onChange={(checked) => {
          const width = spot.as === 'item' ? widthOf(form.type) : {};
          onChange(withPlace(form, spot, checked ? { after: neighbour, ...width } : undefined));
        }}
      >
        {say(`configure.places.${spot.as}`, { name: title })}
      </Checkbox>
      {placed?.as === 'filter' && (
        <OperatorSelect
          id={id}
          kind={form.type as FieldKind}
          operator={placed.operator}
          onChange={(operator) => onChange(withPlace(form, spot, { operator }))}
        />
      )}
      {placed && (
        <FieldIssues id={`${id}-issues`} issues={issuesAt('', placeName(spot, storedNameOf(form)))} />
      )}
    </>
  );
}

/** Placement on a form: whether, in which section, after which field. */
function OnForm(props: FieldPartProps & { place: FormPlace }) {
  const say = useMessage();
  const { say: label, model } = useWork();
  const { form, onChange, place } = props;
  const spot: Spot = { screen: place.screen.id, block: place.block.id, as: 'item' };
  const placed = form.places.find((one) => isAt(one, spot));
  const id = `place-${spot.screen}-${spot.block}`;
  const { sections } = place.block;
  const section = sections.find((one) => one.id === placed?.section) ?? sections.at(-1);
  const others = (section?.items ?? []).filter(({ field }) => field !== storedNameOf(form));
  const titleOf = (one: SectionModel) => (one.title ? label(one.title) : say('configure.section.untitled'));
  const labelOf = (path: string) => {
    const field = model.entities.get(form.entity)?.fieldByPath.get(path);
    return field ? label(field.label) : path;
  };
  return (
    <div className={area.stack}>
      <Tick {...props} spot={spot} last={others.at(-1)?.field} />
      {placed && (
        <div className={styles.columns}>
          <FieldShell id={`${id}-section`} label={say('configure.section')} as="group">
            <Select
              id={`${id}-section`}
              labelledBy={`${id}-section-label`}
              clearable={false}
              value={section?.id}
              options={sections.map((one) => ({ id: one.id, label: titleOf(one) }))}
              onChange={(picked) => onChange(withPlace(form, spot, { section: picked, after: undefined }))}
            />
          </FieldShell>
          <FieldShell id={`${id}-after`} label={say('configure.place.after')} as="group">
            <ComboBox
              id={`${id}-after`}
              labelledBy={`${id}-after-label`}
              required
              value={placed.after === '' ? first : (placed.after ?? last)}
              options={[
                { id: first, label: say('configure.place.first') },
                ...others.map(({ field }) => ({ id: field, label: labelOf(field) })),
                { id: last, label: say('configure.place.last') },
              ]}
              onChange={(picked) =>
                picked &&
                onChange(
                  withPlace(form, spot, {
                    section: section?.id,
                    after: picked === last ? undefined : picked === first ? '' : picked,
                  }),
                )
              }
            />
          </FieldShell>
        </div>
      )}
    </div>
  );
}

const first = ' first';
const last = ' last';
