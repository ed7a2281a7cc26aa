// Code instead of a declaration: the rows come from a PDF, one per form field, mapped or not.
import {
  type FieldIssue,
  FieldIssues,
  fieldIds,
  listOf,
  rowsStyles,
  Skeleton,
  TextInput,
  type WidgetProps,
} from '#renderer';
import own from './documents.module.css';
import { type FormFieldRow, useFormFields } from './useFormFields.ts';

const members = ['Expression', 'Sample'] as const;
type Member = (typeof members)[number];

/** Maps the form fields of a document to their sources; marks fields that the document no longer has. */
export function FormMappingWidget(props: WidgetProps) {
  const { view, inputId, label, describedBy, message: say } = props;
  const { rows, paths, state, problem } = useFormFields(props);
  const list = `${inputId}-paths`;
  if (state === 'loading') return <Skeleton look="rows" lines={4} />;
  if (state === 'failed') return <p className={own.note}>{problem}</p>;
  if (rows.length === 0) return <p className={own.note}>{say('document.no-fields')}</p>;
  const filled = new Set(listOf(view.value).map(({ Field }) => Field));
  return (
    <div id={inputId} className={rowsStyles.rows} tabIndex={-1}>
      <p className={own.note} role="status">
        {say('document.mapping.count', {
          count: rows.length,
          filled: rows.filter(({ Field }) => filled.has(Field)).length,
        })}
      </p>
      <datalist id={list}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <div className={rowsStyles.scroller}>
        <table className={rowsStyles.table} aria-label={label} aria-describedby={describedBy}>
          <thead>
            <tr>
              {[
                'document.mapping.field',
                'document.mapping.type',
                'document.mapping.value',
                'document.mapping.sample',
              ].map((key) => (
                <th key={key} scope="col">
                  {say(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.Field} props={props} row={row} list={list} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type RowProps = { readonly props: WidgetProps; readonly row: FormFieldRow; readonly list: string };

function Row({ props, row, list }: RowProps) {
  const { message: say } = props;
  return (
    <tr>
      <th scope="row" className={own.field}>
        {row.Field}
        {row.Title && row.Title !== row.Field && <span className={own.title}>{row.Title}</span>}
      </th>
      <td className={own.type}>{say(row.Type ? `document.type.${row.Type}` : 'document.type.lost')}</td>
      {members.map((member) => (
        <td key={member} className={own.cell}>
          <Cell props={props} row={row} member={member} list={member === 'Expression' ? list : undefined} />
        </td>
      ))}
    </tr>
  );
}

type CellProps = {
  readonly props: WidgetProps;
  readonly row: FormFieldRow;
  readonly member: Member;
  readonly list?: string;
};

function Cell({ props, row, member, list }: CellProps) {
  const { view, form, isReadOnly, message: say, inputId } = props;
  const index = listOf(view.value).findIndex(({ Field }) => Field === row.Field);
  const path = `${view.path}/${index}/${member}`;
  const cell = index < 0 ? undefined : form.view(path);
  const value = String(cell?.value ?? '');
  if (isReadOnly) return <span className={own.plain}>{value || '–'}</span>;
  const id = `${inputId}-${member}-${row.Field.replace(/\W+/g, '-')}`;
  const issues: readonly FieldIssue[] = (cell?.issues ?? []).map((issue) => ({
    level: issue.level,
    text: say(issue.message, issue.params),
  }));
  const change = (text: string) => {
    if (index >= 0) form.change(path, text === '' ? null : text);
    else form.addRow(view.path, { Field: row.Field, [member]: text });
  };
  return (
    <>
      <TextInput
        id={id}
        label={`${row.Field}: ${say(`document.mapping.${member === 'Sample' ? 'sample' : 'value'}`)}`}
        describedBy={fieldIds(id).issues}
        invalid={issues.length > 0}
        value={value}
        list={list}
        maxLength={member === 'Sample' ? 1000 : 2000}
        spellCheck={false}
        onChange={change}
        onBlur={index < 0 ? undefined : () => form.touch(path)}
      />
      <FieldIssues id={fieldIds(id).issues} issues={issues} />
    </>
  );
}
