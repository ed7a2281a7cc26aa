import { fieldTypes, hasSetting } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Select } from '../../parts/Select.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { useWork } from '../work.tsx';
import { AccountPart } from './AccountPart.tsx';
import { AmountInput } from './AmountInput.tsx';
import { ChoicePart } from './ChoicePart.tsx';
import { DefaultByInput, DefaultInput } from './DefaultInput.tsx';
import { FilePart } from './FilePart.tsx';
import type { FieldPartProps } from './fieldForm.ts';
import { type FieldFacts, type FieldLimit, limitsOf, withType } from './fieldForm.ts';
import { LinkedPart } from './LinkedPart.tsx';
import { PicturePart } from './PicturePart.tsx';
import { OfferedPart, ReferencePart } from './ReferencePart.tsx';
import { RowFieldsPart } from './RowFieldsPart.tsx';
import { SequencePart } from './SequencePart.tsx';
import { ShapePart } from './ShapePart.tsx';

/** Type, limits and default value of a field. */
export function TypePart({ form, onChange, isNew }: FieldPartProps & { isNew: boolean }) {
  const say = useMessage();
  const { type } = form;
  const help = useHelp(type, isNew);
  return (
    <div className={styles.form}>
      <div className={styles.columns}>
        <FieldShell
          id="field-type-select"
          label={say('configure.field.type')}
          required
          help={help}
          as="group"
        >
          <Select
            id="field-type-select"
            labelledBy="field-type-select-label"
            describedBy={fieldDescription('field-type-select', help)}
            required
            readOnly={!isNew}
            value={type}
            options={fieldTypes().map((id) => ({ id, label: say(`configure.type.${id}`) }))}
            onChange={(picked) => picked && onChange(withType(form, picked))}
          />
        </FieldShell>
        {limitsOf(type).map((limit) => (
          <Limit key={limit} limit={limit} form={form} onChange={onChange} />
        ))}
        <DefaultInput form={form} onChange={onChange} />
      </div>
      <Settings form={form} onChange={onChange} />
      {!form.facts.rollUp && !form.facts.lookThrough && <DefaultByInput form={form} onChange={onChange} />}
      <LinkedPart form={form} onChange={onChange} />
    </div>
  );
}

/** What the type is for; a type of an extension need not explain itself. */
function useHelp(type: string, isNew: boolean): string | undefined {
  const [say, { model }] = [useMessage(), useWork()];
  if (!isNew) return say('configure.type.fixed');
  const key = `configure.type.${type}.help`;
  return model.messages['en-CA'].has(key) ? say(key) : undefined;
}

/** What only this type can be told. */
function Settings({ form, onChange }: FieldPartProps) {
  const { type } = form;
  return (
    <>
      {hasSetting(type, 'pattern') && (
        <ShapePart
          id="field"
          kind="field"
          at=""
          from={form.facts}
          onChange={(from) => onChange({ ...form, facts: { ...form.facts, ...from } as FieldFacts })}
        />
      )}
      {hasSetting(type, 'sequence') && <SequencePart form={form} onChange={onChange} />}
      {hasSetting(type, 'choices') && (
        <ChoicePart
          id="field"
          at=""
          from={form.facts}
          onChange={(from) => onChange({ ...form, facts: { ...form.facts, ...from } })}
        />
      )}
      {hasSetting(type, 'reference') && (
        <ReferencePart
          id="field"
          at=""
          reference={form.facts.reference}
          onChange={(reference) =>
            // A condition over records of another entity means nothing here.
            onChange({ ...form, facts: { ...form.facts, reference, options: undefined } })
          }
        />
      )}
      {hasSetting(type, 'options') && form.facts.reference && (
        <OfferedPart form={form} onChange={onChange} reference={form.facts.reference} />
      )}
      {hasSetting(type, 'account') && (
        <AccountPart
          id="field"
          at=""
          account={form.facts.account}
          onChange={(account) => onChange({ ...form, facts: { ...form.facts, account } })}
        />
      )}
      <FileSettings form={form} onChange={onChange} />
      {hasSetting(type, 'fields') && <RowFieldsPart form={form} onChange={onChange} />}
    </>
  );
}

function FileSettings({ form, onChange }: FieldPartProps) {
  const { type } = form;
  return (
    <>
      {hasSetting(type, 'accept') && (
        <FilePart
          from={form.facts}
          onChange={(limits) => onChange({ ...form, facts: { ...form.facts, ...limits } })}
        />
      )}
      {hasSetting(type, 'pixels') && (
        <PicturePart
          type={type}
          entity={form.entity}
          from={form.facts}
          onChange={(settings) => onChange({ ...form, facts: { ...form.facts, ...settings } })}
        />
      )}
    </>
  );
}

function Limit({ limit, form, onChange }: FieldPartProps & { limit: FieldLimit }) {
  const say = useMessage();
  const id = `field-${limit}`;
  const issues = useIssuesAt('field')(`/${limit}`);
  const isAmount = limit === 'minimum' || limit === 'maximum';
  const shared = {
    id,
    invalid: issues.length > 0,
    value: form.facts[limit],
    onChange: (value: unknown) =>
      onChange({
        ...form,
        facts: { ...form.facts, [limit]: typeof value === 'number' ? value : undefined },
      }),
  };
  return (
    <FieldShell id={id} label={say(`configure.limit.${limit}`)} issues={issues}>
      {isAmount ? <AmountInput type={form.type} {...shared} /> : <NumberField {...shared} />}
    </FieldShell>
  );
}
