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
  const named = (list: readonly { path: string; label: string }[]) =>
    list.map((field) => ({ id: field.path, label: label(field.label) }));
  const isDated = kind === 'calendar' || kind === 'timeline';
  const grouped = entity.fieldByPath.get(form.by ?? '');
  const shown = block.columns.map(({ path, title }) => ({ id: path, label: label(title) }));
  return (
    <>
      <One
        id="view-kind"
        label={say('configure.view.kind')}
        required
        value={kind}
        options={viewKinds.map((one) => ({ id: one, label: say(`ui.layout.${one}`) }))}
        onChange={(picked) => set({ kind: picked as ViewForm['kind'], by: undefined } as Partial<ViewForm>)}
      />
      {isDated && (
        <>
          <One
            id="view-start"
            label={say('configure.view.start')}
            required
            value={form.start}
            options={named(fields.days)}
            onChange={(start) => set({ start } as Partial<ViewForm>)}
          />
          <One
            id="view-end"
            label={say('configure.view.end')}
            required={kind === 'timeline'}
            value={form.end}
            options={named(fields.days)}
            onChange={(end) => set({ end } as Partial<ViewForm>)}
          />
          <One
            id="view-span"
            label={say(kind === 'timeline' ? 'ui.timeline.span' : 'ui.calendar.span')}
            value={form.span}
            options={(kind === 'timeline'
              ? (['day', 'week', 'month', 'quarter'] as const)
              : (['day', 'week', 'month'] as const)
            ).map((one) => ({ id: one, label: say(`ui.calendar.${one}`) }))}
            onChange={(span) => set({ span } as Partial<ViewForm>)}
          />
        </>
      )}
      {kind !== 'calendar' && (
        <One
          id="view-by"
          label={say(`configure.view.by.${kind}`)}
          required={kind === 'board'}
          value={form.by}
          options={named(fields.by)}
          onChange={(by) => set({ by } as Partial<ViewForm>)}
        />
      )}
      {kind === 'list' && grouped && (
        <>
          {kinds[grouped.kind].day && (
            <One
              id="view-per"
              label={say('ui.groups.period')}
              value={form.per}
              options={groupPeriods.map((one) => ({ id: one, label: say(`ui.groups.per.${one}`) }))}
              onChange={(per) => set({ per } as Partial<ViewForm>)}
            />
          )}
          <Many
            id="view-totals"
            label={say('ui.groups.totals')}
            value={form.totals}
            options={named(totalFields(entity))}
            onChange={(totals) => set({ totals })}
          />
        </>
      )}
      {kind === 'gallery' && fields.files.length > 0 && (
        <One
          id="view-picture"
          label={say('configure.view.picture')}
          value={form.picture}
          options={named(fields.files)}
          onChange={(picture) => set({ picture } as Partial<ViewForm>)}
        />
      )}
      <Many
        id="view-fields"
        label={say(kind === 'list' ? 'configure.grid.columns' : 'configure.view.fields')}
        value={form.fields}
        options={shown}
        onChange={(picked) => set({ fields: picked })}
      />
      {lacks(form) && <p role="status">{say('configure.view.lacks')}</p>}
    </>
  );
}

type OneProps = {
  readonly id: string;
  readonly label: string;
  readonly required?: boolean;
  readonly value: string | undefined;
  readonly options: readonly Option[];
  readonly onChange: (id: string | undefined) => void;
};

function One({ id, label, required = false, value, options, onChange }: OneProps) {
  return (
    <FieldShell id={id} label={label} required={required} as="group">
      <Select id={id} labelledBy={`${id}-label`} {...{ value, required, options, onChange }} />
    </FieldShell>
  );
}

type ManyProps = {
  readonly id: string;
  readonly label: string;
  readonly value: readonly string[];
  readonly options: readonly Option[];
  readonly onChange: (ids: readonly string[]) => void;
};

function Many({ id, label, value, options, onChange }: ManyProps) {
  return (
    <FieldShell id={id} label={label} as="group">
      <MultiSelect id={id} labelledBy={`${id}-label`} {...{ value, options, onChange }} />
    </FieldShell>
  );
}
