import { type CSSProperties, memo, useCallback, useContext } from 'react';
import type { FieldView, ItemModel } from '#engine';
import { useFieldView } from '../data/useFormState.ts';
import { useWidgets } from '../extension/widgets.ts';
import { FieldIssues, FieldShell, fieldIds } from '../parts/FieldShell.tsx';
import { findWidget } from '../widgets/findWidget.ts';
import { PlainValue } from '../widgets/PlainValue.tsx';
import type { CellWidget, WidgetEntry, WidgetProps } from '../widgets/types.ts';
import { FieldAside } from './FieldAside.tsx';
import { CardTitle, SectionTitle } from './FormSection.tsx';
import { type FormTools, useFormTools } from './FormTools.ts';
import styles from './form.module.css';
import { issueTexts } from './issueTexts.ts';
import { pointerOf } from './pointer.ts';
import { helpOf, widgetProps } from './widgetProps.tsx';

type Props = { readonly item: ItemModel; readonly path?: string; readonly how?: 'field' | 'cell' };

/** Draws one placed field. Subscribes only to its path, so a key press renders only this field. */
export const LeafField = memo(function LeafField({
  item,
  path = pointerOf(item.field),
  how = 'field',
}: Props) {
  const tools = useFormTools();
  const view = useFieldView(tools.form, path);
  const { fields } = useWidgets();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the component never changes
  const renderField = useCallback<WidgetProps['renderField']>(
    (below, place, by) => <LeafField key={below} item={itemBelow(below, by)} path={below} how={place} />,
    [],
  );
  if (!view.visible && !tools.showsAll) return null;
  const entry = findWidget(view.field, item, fields);
  const props = widgetProps({ tools, view, item, how, renderField });
  const control = <Control entry={entry} props={props} asText={tools.readOnlyAsText} />;
  if (how === 'cell') return <Cell tools={tools} props={props} control={control} />;
  return (
    <div className={styles.item} data-span={item.span} data-path={path} {...widthOf(item)}>
      <Frame tools={tools} entry={entry} props={props} view={view}>
        {control}
      </Frame>
    </div>
  );
});

/** A width in twelfths, of which CSS makes columns where there is room. */
function widthOf({ twelfths }: ItemModel) {
  if (!twelfths) return {};
  return { 'data-twelfths': twelfths, style: { '--twelfths': twelfths } as CSSProperties };
}

function Control({ entry, props, asText }: { entry: WidgetEntry; props: WidgetProps; asText: boolean }) {
  const Widget = entry.component;
  if (props.isReadOnly && asText && !entry.showsReadOnly) return <PlainValue {...props} />;
  return <Widget {...props} />;
}

type FrameProps = {
  readonly tools: FormTools;
  readonly entry: WidgetEntry;
  readonly props: WidgetProps;
  readonly view: FieldView;
  readonly children: React.ReactNode;
};

/** Label, help, issues and 'Why?' around a control; a checkbox draws its own label. */
function Frame({ tools, entry, props, view, children }: FrameProps) {
  const aside = <FieldAside tools={tools} view={view} inputId={props.inputId} />;
  const issues = issueTexts(tools, view);
  const about = helpOf(view);
  const help = about && tools.say(about);
  const [title, card] = [useContext(SectionTitle), useContext(CardTitle)];
  if (entry.frame === 'inline') {
    return (
      <div className={styles.inline}>
        <div className={styles.inlineRow}>
          {children}
          {aside}
        </div>
        {help && <p className={styles.inlineHelp}>{help}</p>}
        <FieldIssues id={fieldIds(props.inputId).issues} issues={issues} />
      </div>
    );
  }
  if (entry.frame === 'bare') {
    return (
      <>
        {children}
        <FieldIssues id={fieldIds(props.inputId).issues} issues={issues} />
      </>
    );
  }
  const isText = props.isReadOnly && tools.readOnlyAsText && !entry.showsReadOnly;
  return (
    <FieldShell
      id={props.inputId}
      label={props.label}
      required={view.required && !props.isReadOnly}
      help={isText ? undefined : help}
      issues={issues}
      as={entry.frame === 'group' || isText ? 'group' : 'label'}
      aside={aside}
      // A full-width group or list needs no label that repeats the title above.
      isLabelHidden={props.label === title || (entry.frame === 'group' && props.label === card)}
    >
      {children}
    </FieldShell>
  );
}

function Cell({ tools, props, control }: { tools: FormTools; props: WidgetProps; control: React.ReactNode }) {
  return (
    <>
      {control}
      <FieldIssues id={fieldIds(props.inputId).issues} issues={issueTexts(tools, props.view)} />
    </>
  );
}

const itemsBelow = new Map<string, ItemModel>();

const itemsBy = new WeakMap<CellWidget, ItemModel>();

/** The item of a field inside rows or objects: its named widget, or the one of its type. */
function itemBelow(path: string, by: CellWidget | undefined): ItemModel {
  const field = path.slice(path.lastIndexOf('/') + 1);
  const known = by ? itemsBy.get(by) : itemsBelow.get(field);
  if (known) return known;
  const made: ItemModel = { field, span: 1, options: {}, ...by };
  if (by) {
    itemsBy.set(by, made);
    return made;
  }
  itemsBelow.set(field, made);
  return made;
}
