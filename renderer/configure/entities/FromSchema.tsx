import { FileJson } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { errorText } from '../../data/errorText.ts';
import { useMessage } from '../../data/messages.tsx';
import { pickFile } from '../../data/pickFile.ts';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Select } from '../../parts/Select.tsx';
import { TextArea } from '../../parts/TextArea.tsx';
import styles from '../form.module.css';
import { PlainTable } from '../PlainTable.tsx';
import { ProposedFields } from './ProposedFields.tsx';
import { isLeftOut, type ProposedSchema, type SchemaForm, schemaForm } from './schemaFields.ts';

type Props = {
  readonly form: SchemaForm | undefined;
  readonly onChange: (form: SchemaForm) => void;
};

const accepted = ['.json', 'application/json', 'application/schema+json'];

/** Proposes the fields of new entities from a JSON Schema, and lists what does not fit. */
export function FromSchema({ form, onChange }: Props) {
  const say = useMessage();
  const [text, setText] = useState('');
  const { propose, isBusy, problem } = useProposal(onChange);
  const choose = async () => {
    const chosen = await pickFile(accepted);
    if (!chosen) return;
    const content = await chosen.text();
    setText(content);
    await propose(content);
  };
  const issues = problem === undefined ? [] : [{ level: 'error' as const, text: problem }];
  return (
    <Card
      title={say('configure.schema')}
      id="entity-schema"
      actions={
        <Button icon={<Icon icon={FileJson} />} busy={isBusy} onPress={() => void choose()}>
          {say('configure.schema.choose')}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={area.quiet}>{say('configure.schema.note')}</p>
        <FieldShell id="schema-text" label={say('configure.schema.text')} issues={issues}>
          <TextArea id="schema-text" value={text} rows={5} invalid={issues.length > 0} onChange={setText} />
        </FieldShell>
        <div className={styles.buttons}>
          <Button
            busy={isBusy}
            refusal={text.trim() === '' ? say('configure.schema.note') : undefined}
            onPress={() => void propose(text)}
          >
            {say('configure.schema.read')}
          </Button>
        </div>
        {form && form.schema.Roots.length > 1 && (
          <FieldShell id="schema-root" label={say('configure.schema.root')} as="group">
            <Select
              id="schema-root"
              labelledBy="schema-root-label"
              clearable={false}
              value={form.schema.At}
              options={form.schema.Roots.map(({ At, Title }) => ({ id: At, label: Title || At }))}
              onChange={(at) => void propose(text, at)}
            />
          </FieldShell>
        )}
        {form && <Proposal form={form} onChange={onChange} />}
      </div>
    </Card>
  );
}

function useProposal(onChange: Props['onChange']) {
  const [say, api] = [useMessage(), useApi()];
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const propose = async (Schema: string, At?: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { Schema, ...(At !== undefined && { At }) };
      onChange(
        schemaForm(
          await api.send<ProposedSchema>('POST', '/configure/entity-schema', body, { intent: 'reads' }),
        ),
      );
    } catch (error) {
      setProblem(errorText(error, say));
    } finally {
      setBusy(false);
    }
  };
  return { propose, isBusy, problem };
}

function Proposal({ form, onChange }: { form: SchemaForm; onChange: Props['onChange'] }) {
  const say = useMessage();
  const { Entities, Misfits } = form.schema;
  return (
    <>
      {Entities.map(({ Title, Owner }, at) => {
        const own = form.entities[at];
        const title = Owner === null ? Title : say('configure.schema.related', { title: Title });
        return (
          own && (
            // biome-ignore lint/suspicious/noArrayIndexKey: proposals never change their order
            <section key={at} aria-label={title} className={area.stack}>
              <Heading form={form} at={at} title={title} onChange={onChange} />
              {!isLeftOut(form, at) && (
                <ProposedFields
                  id={`schema-${at}`}
                  title={title}
                  field={say('configure.field')}
                  source={say('configure.schema.place')}
                  form={own}
                  onChange={(next) =>
                    onChange({ ...form, entities: form.entities.map((one) => (one === own ? next : one)) })
                  }
                />
              )}
            </section>
          )
        );
      })}
      {Misfits.length > 0 && <MisfitList form={form} />}
    </>
  );
}

type HeadingProps = {
  readonly form: SchemaForm;
  readonly at: number;
  readonly title: string;
  readonly onChange: Props['onChange'];
};

function Heading({ form, at, title, onChange }: HeadingProps) {
  const say = useMessage();
  if (form.schema.Entities[at]?.Owner === null) return <h3>{title}</h3>;
  const others = form.without.filter((one) => one !== at);
  return (
    <>
      <h3>
        <Checkbox
          id={`schema-entity-${at}`}
          checked={!isLeftOut(form, at)}
          onChange={(isUsed) => onChange({ ...form, without: isUsed ? others : [...others, at] })}
        >
          {title}
        </Checkbox>
      </h3>
      <p className={area.quiet}>{say('configure.schema.related.note')}</p>
    </>
  );
}

function MisfitList({ form }: { form: SchemaForm }) {
  const say = useMessage();
  const { Misfits, MisfitCount } = form.schema;
  const title = say('configure.schema.misfits', { count: MisfitCount });
  return (
    <section aria-label={title} className={area.stack}>
      <h3>{title}</h3>
      {MisfitCount > Misfits.length && (
        <p className={area.quiet}>{say('configure.schema.misfits.more', { count: Misfits.length })}</p>
      )}
      <PlainTable
        label={title}
        columns={[
          { id: 'at', title: say('configure.schema.place'), isHead: true, cell: ({ At }) => At || '/' },
          { id: 'why', title: say('configure.schema.misfit.why'), cell: ({ Reason }) => Reason },
        ]}
        rows={Misfits}
        rowId={({ At, Reason }) => `${At} ${Reason}`}
      />
    </section>
  );
}
