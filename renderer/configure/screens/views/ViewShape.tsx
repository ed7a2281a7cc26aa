import { type EntityModel, type GridBlock, groupPeriods, kinds, totalFields } from '#engine';
import { useMessage } from '../../../data/messages.tsx';
import { FieldShell } from '../../../parts/FieldShell.tsx';
import { MultiSelect } from '../../../parts/MultiSelect.tsx';
import { Select } from '../../../parts/Select.tsx';
import { useWork } from '../../work.tsx';
import { lacks, type ViewForm, viewFields, viewKinds } from './viewForm.ts';

type Props = {
  readonly form: ViewForm;
  readonly set: (change: Partial<ViewForm>) => void;
  readonly block: GridBlock;
  readonly entity: EntityModel;
};

type Option = { readonly id: string; readonly label: string };

/** How a view shows the records, and the fields that it needs for that. */
export function ViewShape({ form, set, block, entity }: Props) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const { kind } = form;
  const fields = viewFields(model, entity, form);
  const shown = block.columns.map(({ path, title }) => ({ id: path, label: label(title) }));
  return (
    <>
      <One
        id="view-kind"
        name="as"
        label={say('configure.view.kind')}
        required
        value={kind}
        options={viewKinds.map((one) => ({ id: one, label: say(`ui.layout.${one}`) }))}
        onChange={(picked) => set({ kind: picked as ViewForm['kind'], by: undefined } as Partial<ViewForm>)}
      />
      {(kind === 'calendar' || kind === 'timeline') && <Days {...{ form, set, fields }} />}
      {kind !== 'calendar' && <Groups {...{ form, set, entity, fields }} />}
      {kind === 'gallery' && fields.files.length > 0 && (
        <One
          id="view-picture"
          name="picture"
          label={say('configure.view.picture')}
          value={form.picture}
          options={named(fields.files, label)}
          onChange={(picture) => set({ picture } as Partial<ViewForm>)}
        />
      )}
      <Many
        id="view-fields"
        name="fields"
        label={say(kind === 'list' ? 'configure.grid.columns' : 'configure.view.fields')}
        value={form.fields}
        options={shown}
        onChange={(picked) => set({ fields: picked })}
      />
      {lacks(form) && <p role="status">{say('configure.view.lacks')}</p>}
    </>
  );
}

const named = (list: readonly { path: string; label: string }[], label: (key: string) => string) =>
  list.map((field) => ({ id: field.path, label: label(field.label) }));

type PartProps = Pick<Props, 'form' | 'set'> & { readonly fields: ReturnType<typeof viewFields> };

const spans = {
  calendar: ['day', 'week', 'month'],
  timeline: ['day', 'week', 'month', 'quarter'],
} as const;

/** The days that records lie on, and how many are shown at once. */
function Days({ form, set, fields }: PartProps) {
  const say = useMessage();
  const { say: label } = useWork();
  const isTimeline = form.kind === 'timeline';
  const days = named(fields.days, label);
  return (
    <>
      <One
        id="view-start"
        name="start"
        label={say('configure.view.start')}
        required
        value={form.start}
        options={days}
        onChange={(start) => set({ start } as Partial<ViewForm>)}
      />
      <One
        id="view-end"
        name="end"
        label={say('configure.view.end')}
        required={isTimeline}
        value={form.end}
        options={days}
        onChange={(end) => set({ end } as Partial<ViewForm>)}
      />
      <One
        id="view-span"
        name="span"
        label={say(isTimeline ? 'ui.timeline.span' : 'ui.calendar.span')}
        value={form.span}
        options={spans[isTimeline ? 'timeline' : 'calendar'].map((one) => ({
          ...{ id: one, label: say(`ui.calendar.${one}`) },
        }))}
        onChange={(span) => set({ span } as Partial<ViewForm>)}
      />
    </>
  );
}

/** What the records are grouped by; in a list also the period and the sums of groups. */
function Groups({ form, set, entity, fields }: PartProps & Pick<Props, 'entity'>) {
  const say = useMessage();
  const { say: label } = useWork();
  const { kind } = form;
  const grouped = kind === 'list' ? entity.fieldByPath.get(form.by ?? '') : undefined;
  return (
    <>
      <One
        id="view-by"
        name="by"
        label={say(`configure.view.by.${kind}`)}
        required={kind === 'board'}
        value={form.by}
        options={named(fields.by, label)}
        onChange={(by) => set({ by } as Partial<ViewForm>)}
      />
      {grouped && kinds[grouped.kind].day && (
        <One
          id="view-per"
          name="per"
          label={say('ui.groups.period')}
          value={form.per}
          options={groupPeriods.map((one) => ({ id: one, label: say(`ui.groups.per.${one}`) }))}
          onChange={(per) => set({ per } as Partial<ViewForm>)}
        />
      )}
      {grouped && (
        <Many
          id="view-totals"
          name="totals"
          label={say('ui.groups.totals')}
          value={form.totals}
          options={named(totalFields(entity), label)}
          onChange={(totals) => set({ totals })}
        />
      )}
    </>
  );
}

type OneProps = {
  readonly id: string;
  /** The path of the value in the change. */
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly value: string | undefined;
  readonly options: readonly Option[];
  readonly onChange: (id: string | undefined) => void;
};

function One({ id, name, label, required = false, value, options, onChange }: OneProps) {
  return (
    <FieldShell id={id} name={name} label={label} required={required} as="group">
      <Select id={id} labelledBy={`${id}-label`} {...{ value, required, options, onChange }} />
    </FieldShell>
  );
}

type ManyProps = {
  readonly id: string;
  /** The path of the value in the change. */
  readonly name: string;
  readonly label: string;
  readonly value: readonly string[];
  readonly options: readonly Option[];
  readonly onChange: (ids: readonly string[]) => void;
};

function Many({ id, name, label, value, options, onChange }: ManyProps) {
  return (
    <FieldShell id={id} name={name} label={label} as="group">
      <MultiSelect id={id} labelledBy={`${id}-label`} {...{ value, options, onChange }} />
    </FieldShell>
  );
}
