import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Change, EntityChange } from '#engine';
import { useApi } from '../../data/App.tsx';
import type { Api } from '../../data/createApi.ts';
import { useToast } from '../../data/dialogs.tsx';
import { useGuard, useGuardState } from '../../data/guard.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { type FieldIssue, FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { FindingList } from '../draft/FindingList.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { Page } from '../Page.tsx';
import { TrialProvider } from '../preview/trial.tsx';
import { kebabName } from '../storedName.ts';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { FromFile } from './FromFile.tsx';
import { FromSchema } from './FromSchema.tsx';
import { changesOfFile, type FileForm, rememberedMapping } from './fileFields.ts';
import { MenuFields } from './MenuFields.tsx';
import { type MenuForm, menuProblem, menuWords, titledGroups } from './menuPlace.ts';
import { changesOfSchema, type SchemaForm } from './schemaFields.ts';

type Form = {
  readonly title: PartialTexts;
  readonly plural: PartialTexts;
  readonly name: string;
  readonly menu: MenuForm;
  /** The file whose columns become fields. */
  readonly file?: FileForm | undefined;
  /** The schema whose properties become fields. */
  readonly schema?: SchemaForm | undefined;
};

const empty: Form = { title: {}, plural: {}, name: '', menu: {} };

/** Creates an entity, with its list, form, permissions and menu entry. */
export function NewEntityPage() {
  const say = useMessage();
  const [form, setForm] = useState(empty);
  const { model, draft } = useWork();
  const change = menuProblem(model, form.menu) ? undefined : entityChangeOf(form, draft.Changes);
  const isTaken = change !== undefined && model.entities.has(change.name);
  useGuard(JSON.stringify(form) !== JSON.stringify(empty));
  const changes = change && changesOf(change, form);
  return (
    <TrialProvider changes={changes && !isTaken ? changes : []}>
      <Page
        title={say('configure.entity.new')}
        note={say('configure.entity.new.note')}
        crumbs={[{ label: say('configure.entities'), to: '/configure' }]}
        actions={
          <Keep form={form} changes={changes} isTaken={isTaken} problem={menuProblem(model, form.menu)} />
        }
      >
        <Card title={say('configure.field.name')} id="entity">
          <EntityFacts form={form} onChange={setForm} isTaken={isTaken} />
        </Card>
        <FromFile form={form.file} onChange={(file) => setForm({ ...form, file, schema: undefined })} />
        <FromSchema form={form.schema} onChange={(schema) => setForm(withSchema(form, schema))} />
        <FindingList />
      </Page>
    </TrialProvider>
  );
}

function changesOf(change: EntityChange, { file, schema }: Form): readonly Change[] {
  if (schema) return changesOfSchema(change, schema);
  return file ? changesOfFile(change, file) : [change];
}

/** The title of the schema is used until others are entered. */
function withSchema(form: Form, schema: SchemaForm): Form {
  const title = schema.schema.Entities[0]?.Title ?? '';
  const texts = { 'en-CA': title, 'fr-CA': title };
  const isUntitled = Object.keys(form.title).length === 0 && Object.keys(form.plural).length === 0;
  return { ...form, schema, file: undefined, ...(isUntitled && title && { title: texts, plural: texts }) };
}

function entityChangeOf(
  { title, plural, name, menu }: Form,
  changes: readonly Change[],
): EntityChange | undefined {
  const [one, many] = [wholeTexts(title), wholeTexts(plural)];
  const id = name || kebabName(title['en-CA'] ?? '');
  if (!one || !many || id === '') return undefined;
  return {
    kind: 'entity',
    name: id,
    title: one,
    plural: many,
    rights: 'apart',
    ...menuWords(menu, titledGroups(changes)),
  };
}

type KeepProps = {
  readonly form: Form;
  /** The entity, then its fields. */
  readonly changes: readonly Change[] | undefined;
  readonly isTaken: boolean;
  /** What the menu entry lacks. */
  readonly problem: string | undefined;
};

function Keep({ form, changes, isTaken, problem }: KeepProps) {
  const api = useApi();
  const change = changes?.[0];
  const say = useMessage();
  const toast = useToast();
  const guard = useGuardState();
  const navigate = useNavigate();
  const { put, isBusy } = useSaveDraft();
  const save = async () => {
    if (!change || !(await put(changes))) return;
    if (form.file) await rememberFile(api, change.name, form.file);
    guard?.release();
    toast.show(say('configure.draft.kept'), 'success');
    // Nobody sees the records until someone says who.
    navigate(`/configure/entities/${change.name}?tab=rights`);
  };
  return (
    <Button
      tone="primary"
      busy={isBusy}
      refusal={
        isTaken
          ? say('configure.stored-name.taken', { name: change?.name ?? '' })
          : change
            ? undefined
            : say(problem ?? 'configure.entity.incomplete')
      }
      onPress={() => void save()}
    >
      {say('configure.field.keep-new')}
    </Button>
  );
}

type FactsProps = {
  readonly form: Form;
  readonly onChange: (form: Form) => void;
  readonly isTaken: boolean;
};

function EntityFacts({ form, onChange, isTaken }: FactsProps) {
  const say = useMessage();
  const name = form.name || kebabName(form.title['en-CA'] ?? '');
  const issuesAt = useIssuesAt('entity');
  const issues: readonly FieldIssue[] = isTaken
    ? [{ level: 'error', text: say('configure.stored-name.taken', { name }) }]
    : issuesAt('/name');
  return (
    <div className={styles.form}>
      <TextsField
        label={say('configure.entity.one')}
        required
        value={form.title}
        issuesAt={issuesAt}
        at="/title"
        onChange={(title) => onChange({ ...form, title })}
      />
      <TextsField
        label={say('configure.entity.many')}
        required
        value={form.plural}
        issuesAt={issuesAt}
        at="/plural"
        onChange={(plural) => onChange({ ...form, plural })}
      />
      <div className={styles.columns}>
        <FieldShell
          id="entity-name"
          label={say('configure.stored-name')}
          help={say('configure.stored-name.help')}
          issues={issues}
        >
          <TextInput
            id="entity-name"
            invalid={issues.length > 0}
            describedBy={fieldDescription('entity-name', 'help')}
            value={name}
            onChange={(typed) => onChange({ ...form, name: typed })}
          />
        </FieldShell>
      </div>
      <MenuFields
        form={form.menu}
        list={`${name}-list`}
        issuesAt={issuesAt}
        onChange={(menu) => onChange({ ...form, menu })}
      />
    </div>
  );
}

/** The import of the published entity starts with this file and these columns. */
async function rememberFile(api: Api, entity: string, form: FileForm): Promise<void> {
  const { FileId, FileName, Columns } = form.file;
  const fields = rememberedMapping(form);
  const kept = { fields, key: [], mode: 'create' };
  await api.send('PUT', `/preference/${encodeURIComponent(`import.${entity}`)}`, kept);
  const file = {
    ...{ FileId, FileName },
    Columns: Columns.map(({ At, Title, Samples }) => ({ At, Title, Samples, Field: fields[Title] ?? null })),
  };
  await api.send('PUT', `/preference/${encodeURIComponent(`import.${entity}.file`)}`, file);
}
