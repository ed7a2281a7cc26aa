import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type EntityModel, kinds, printedRows, systemFields } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { FieldIssues, FieldShell } from '../../parts/FieldShell.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { Select } from '../../parts/Select.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import styles from '../form.module.css';
import { TextsField, wholeTexts } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import { type PrintBlock, rowSources } from './printForm.ts';

type Props = {
  readonly entity: EntityModel;
  readonly block: PrintBlock;
  readonly index: number;
  readonly count: number;
  readonly isList: boolean;
  readonly onChange: (block: PrintBlock) => void;
  readonly move: (from: number, to: number) => void;
  readonly remove: (index: number) => void;
};

/** The settings of the selected block. */
export function BlockPanel(props: Props) {
  const { entity, block, index, onChange } = props;
  const say = useMessage();
  const issuesAt = useIssuesAt('printFormat');
  const at = `/blocks/${index}`;
  const isTexted = !['divider', 'break', 'picture'].includes(block.print);
  return (
    <Card
      id="print-block"
      title={say(`configure.print.block.${block.print}`)}
      actions={<BlockActions {...props} />}
    >
      <div className={styles.form}>
        {isTexted && (
          <TextsField
            label={say('configure.print.text')}
            value={block.text}
            help={say('configure.print.text.help', { field: `{{ ${entity.labelField} }}` })}
            onChange={(texts) =>
              onChange({ ...block, text: wholeTexts(texts) ?? (texts as PrintBlock['text']) })
            }
            issuesAt={issuesAt}
            at={`${at}/text`}
            multiline={block.print === 'text'}
            about={props.isList ? undefined : entity}
          />
        )}
        {block.print === 'fields' && <FieldsPart {...props} />}
        {block.print === 'table' && <TablePart {...props} />}
        {block.print === 'picture' && <PicturePart {...props} />}
        <FieldShell id="print-if" label={say('configure.print.if')} as="group">
          <ConditionEditor
            label={say('configure.print.if')}
            entity={entity.id}
            text={block.if ?? ''}
            onChange={(text) => onChange(withCondition(block, text))}
          />
        </FieldShell>
        <FieldIssues id="print-block-issues" issues={issuesAt(at)} />
      </div>
    </Card>
  );
}

function BlockActions({ index, count, move, remove }: Props) {
  const say = useMessage();
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label={say('configure.print.block.up')}
        disabled={index === 0}
        onPress={() => move(index, index - 1)}
      />
      <IconButton
        icon={ArrowDown}
        label={say('configure.print.block.down')}
        disabled={index === count - 1}
        onPress={() => move(index, index + 1)}
      />
      <IconButton icon={Trash2} label={say('configure.print.block.remove')} onPress={() => remove(index)} />
    </>
  );
}

function withCondition({ if: _, ...block }: PrintBlock, text: string): PrintBlock {
  return text.trim() === '' ? block : { ...block, if: text };
}

function FieldsPart({ entity, block, onChange }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const fields = entity.fields.filter(({ kind }) => kind !== 'rows' && kind !== 'object' && kind !== 'json');
  const chosen = [...(block.fields ?? [])];
  const known = new Set(fields.map(({ path }) => path));
  const options = [
    ...fields.map(({ path, label: key }) => ({ id: path, label: label(key) })),
    ...chosen.filter((path) => !known.has(path)).map((path) => ({ id: path, label: path })),
  ];
  return (
    <>
      <FieldShell id="print-fields" label={say('configure.print.fields')} as="group">
        <MultiSelect
          id="print-fields"
          labelledBy="print-fields-label"
          value={chosen}
          options={options}
          onChange={(ids) => onChange({ ...block, fields: [...ids] as PrintBlock['fields'] })}
        />
      </FieldShell>
      <FieldShell id="print-columns" label={say('configure.print.columns')} as="group">
        <Select
          id="print-columns"
          labelledBy="print-columns-label"
          value={String(block.columns ?? 2)}
          options={['1', '2', '3'].map((id) => ({ id, label: id }))}
          onChange={(id) => onChange({ ...block, columns: Number(id) as 1 | 2 | 3 })}
          required
        />
      </FieldShell>
    </>
  );
}

function TablePart(props: Props) {
  const { entity, block, isList, onChange } = props;
  const say = useMessage();
  const { model, say: label } = useWork();
  const sources = rowSources(model, entity);
  const current = block.entity ? `${block.entity}.${block.through ?? ''}` : block.field;
  const choose = (id: string | undefined) => {
    const {
      field: _field,
      entity: _entity,
      through: _through,
      cells: _cells,
      where: _where,
      ...rest
    } = block;
    onChange({ ...rest, ...(sources.find((one) => one.id === id)?.words ?? {}) });
  };
  return (
    <>
      {!isList && (
        <FieldShell id="print-rows" label={say('configure.print.rows')} as="group">
          <Select
            id="print-rows"
            labelledBy="print-rows-label"
            value={current}
            options={sources.map(({ id, labels }) => ({
              id,
              label: labels.map((key) => label(key)).join(' – '),
            }))}
            onChange={choose}
            required
          />
        </FieldShell>
      )}
      <CellsPart {...props} />
    </>
  );
}

type Cells = NonNullable<PrintBlock['cells']>;

/** The columns, and those that are added up. */
function CellsPart({ entity, block, isList, onChange }: Props) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const rows = printedRows(model, entity, { block, kind: isList ? 'list' : 'record' });
  const columns = (rows?.fields ?? []).filter(
    ({ name, kind }) => !systemFields.has(name) && kinds[kind].query.isShown,
  );
  const sums = new Set(
    columns.filter(({ kind, ref }) => kinds[kind].query.isSummed && !ref).map(({ name }) => name),
  );
  const cells = block.cells ?? [];
  const others = cells.filter(({ field }) => !columns.some(({ name }) => name === field));
  const options = [
    ...columns.map(({ name, label: key }) => ({ id: name, label: label(key) })),
    ...others.map(({ field }) => ({ id: field, label: field })),
  ];
  const setCells = (ids: readonly string[]) => {
    const { cells: _, ...rest } = block;
    const next = ids.map((field) => cells.find((cell) => cell.field === field) ?? { field });
    onChange(next.length === 0 ? rest : { ...rest, cells: next as unknown as Cells });
  };
  const setTotals = (ids: readonly string[]) => {
    const next = cells.map(({ total: _, ...cell }) =>
      ids.includes(cell.field) ? { ...cell, total: true as const } : cell,
    );
    onChange({ ...block, cells: next as unknown as Cells });
  };
  return (
    <>
      <FieldShell
        id="print-cells"
        label={say('configure.print.cells')}
        as="group"
        help={say('configure.print.cells.help')}
      >
        <MultiSelect
          id="print-cells"
          labelledBy="print-cells-label"
          value={cells.map(({ field }) => field)}
          options={options}
          onChange={setCells}
        />
      </FieldShell>
      <FieldShell id="print-totals" label={say('configure.print.totals')} as="group">
        <MultiSelect
          id="print-totals"
          labelledBy="print-totals-label"
          value={cells.filter(({ total }) => total).map(({ field }) => field)}
          options={options.filter(({ id }) => sums.has(id) && cells.some(({ field }) => field === id))}
          onChange={setTotals}
          empty={say('configure.print.totals.none')}
        />
      </FieldShell>
    </>
  );
}

function PicturePart({ entity, block, onChange }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const fields = entity.fields.filter(({ kind }) => kinds[kind].isPicture);
  return (
    <FieldShell id="print-picture" label={say('configure.print.picture')} as="group">
      <Select
        id="print-picture"
        labelledBy="print-picture-label"
        value={block.field}
        options={fields.map(({ path, label: key }) => ({ id: path, label: label(key) }))}
        onChange={(field) => onChange({ ...block, field: field ?? '' })}
        required
        empty={say('configure.print.picture.none')}
      />
    </FieldShell>
  );
}
