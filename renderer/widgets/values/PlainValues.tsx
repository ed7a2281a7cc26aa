import { useState } from 'react';
import type { DataRecord } from '#engine';
import { escapeMarkup } from '../../data/markup.ts';
import { useFieldView } from '../../data/useFormState.ts';
import { Button } from '../../parts/Button.tsx';
import { useRowWork } from '../rows/useRowWork.tsx';
import type { WidgetProps } from '../types.ts';
import { AddLine } from './AddLine.tsx';
import { pastedRows, readValue } from './readValue.ts';
import { ValueTable } from './ValueTable.tsx';
import type { ValueOptions } from './valueOptions.ts';
import styles from './values.module.css';

type Props = { readonly props: WidgetProps; readonly options: ValueOptions };

/** Edits values of one type, each with a name. */
export function PlainValues({ props, options }: Props) {
  const { form, view, message, isReadOnly } = props;
  const type = useFieldView(form, `/${options.type}`).value;
  const member = options.members[String(type)] ?? Object.values(options.members)[0] ?? '';
  const rows = rowsOf(view.value);
  const columns = [
    { member, title: message('ui.values.value') },
    { member: options.name, title: message('ui.values.name') },
  ];
  const work = useRowWork(props, { columns: columns.map(columnOf) });
  const take = useTake({ props, options, member, rows });
  return (
    <div className={styles.values} id={props.inputId} tabIndex={-1} ref={work.list} {...work.handlers}>
      <ValueTable
        props={props}
        work={work}
        rows={rows}
        columns={columns}
        nameOf={(row, index) => String(row[options.name] ?? message('ui.values.row', { number: index + 1 }))}
      />
      {!isReadOnly && (
        <AddLine
          props={props}
          inputs={[
            { id: 'value', label: message('ui.values.value') },
            { id: 'name', label: message('ui.values.name') },
          ]}
          hint={message('ui.values.hint')}
          onAdd={(texts) => take([texts])}
          onPaste={(text) => take(pastedRows(text))}
        />
      )}
      {work.notice}
      {!isReadOnly && options.link && <LinkedValues {...{ props, options, rows }} link={options.link} />}
    </div>
  );
}

const columnOf = ({ member, title }: { readonly member: string; readonly title: string }) => ({
  pointer: member,
  label: title,
});

type Taking = Props & { readonly member: string; readonly rows: readonly DataRecord[] };

/** Adds all lines or none: one bad line among a hundred would be hard to find later. */
function useTake({ props, options, member, rows }: Taking) {
  const { form, view } = props;
  return (lines: readonly (readonly string[])[]): string | undefined => {
    const names = new Set(rows.map((row) => keyOf(row[options.name])));
    const added: DataRecord[] = [];
    for (const line of lines) {
      const read = readLine({ props, options, member, names }, line);
      if (typeof read === 'string') return read;
      names.add(keyOf(read[options.name]));
      added.push(read);
    }
    const [one] = added;
    if (added.length === 1 && one) form.addRow(view.path, one);
    else if (added.length > 1) form.change(view.path, [...rows, ...added]);
    return undefined;
  };
}

type Reading = Props & { readonly member: string; readonly names: ReadonlySet<string> };

/** The row of a line, or an error message. */
function readLine(
  { props, options, member, names }: Reading,
  [text = '', given = '']: readonly string[],
): DataRecord | string {
  const { view, message, locale } = props;
  const { texts } = options;
  const kind = view.field.fields?.find(({ name }) => name === member)?.kind ?? 'text';
  if (text.trim() === '') return message(texts.missing ?? 'ui.values.unreadable', { text: '' });
  const value = readValue(text, kind, locale);
  if (value === undefined) return message('ui.values.unreadable', { text: escapeMarkup(text) });
  const name = given.trim() || text.trim();
  if (name.length > longestName) return message(texts.name ?? 'ui.values.unreadable', { text: '' });
  if (names.has(keyOf(name)))
    return message(texts.exists ?? 'ui.values.unreadable', { name: escapeMarkup(name) });
  return { [member]: value, [options.name]: name };
}

const longestName = 256;

type LinkedProps = Props & {
  readonly rows: readonly DataRecord[];
  readonly link: NonNullable<ValueOptions['link']>;
};

/** Offers the values of the chosen link that are not in the list yet. */
function LinkedValues({ props, options, rows, link }: LinkedProps) {
  const { form, view, message, findRecords } = props;
  const chosen = useFieldView(form, `/${link.field}`);
  const of = useFieldView(form, `/${link.of}`).value;
  const [isBusy, setBusy] = useState(false);
  if (!chosen.visible || !chosen.value || !of) return null;
  const fetchAll = async () => {
    setBusy(true);
    const find = link.find.replace('{link}', String(chosen.value)).replace('{of}', String(of));
    try {
      const known = new Set(rows.map((row) => keyOf(row[options.name])));
      const found = await findRecords({ find });
      const fresh = found.filter((row) => !known.has(keyOf(row[options.name])));
      if (fresh.length > 0) form.change(view.path, [...rows, ...fresh]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button size="small" busy={isBusy} onPress={() => void fetchAll()}>
        {message('ui.values.take-linked')}
      </Button>
    </div>
  );
}

const keyOf = (name: unknown): string =>
  String(name ?? '')
    .trim()
    .toLowerCase();

function rowsOf(value: unknown): readonly DataRecord[] {
  return Array.isArray(value) ? value : [];
}
