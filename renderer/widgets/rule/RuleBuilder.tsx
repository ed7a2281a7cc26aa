import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { printTree } from '#engine';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { useRowFocus } from '../../parts/useRowFocus.ts';
import type { BuilderProps, NodeProps } from './builderModel.ts';
import {
  type BuilderNode,
  emptyGroup,
  freshCondition,
  type Group,
  groupOf,
  nextId,
  replaceNode,
  treeOf,
} from './builderModel.ts';
import { ConditionRow } from './ConditionRow.tsx';
import styles from './rule.module.css';

/** Edits a rule as groups of conditions. */
export function RuleBuilder(props: BuilderProps) {
  const { checked, text, message: say } = props;
  const { answer } = checked;
  const { group, change } = useBuilder(props);
  if (!answer) return <p className={styles.note}>{say('ui.rule.checking')}</p>;
  if (text.trim() !== '' && checked.text === text && !answer.Tree)
    return <p className={styles.note}>{say('ui.rule.builder.unreadable')}</p>;
  return <GroupView {...props} node={group} operands={answer.Operands} isRoot replace={change} />;
}

/** Keeps unfinished conditions until the text changes from outside. */
function useBuilder({ checked, text, onText }: BuilderProps) {
  const [group, setGroup] = useState<Group>(() => groupOf(checked.answer?.Tree));
  const written = useRef<string>(undefined);
  const { answer } = checked;
  useEffect(() => {
    if (checked.text !== text || text === written.current) return;
    written.current = text;
    if (answer?.Tree || text.trim() === '') setGroup(groupOf(answer?.Tree));
  }, [checked.text, text, answer]);
  const change = (id: number, next: BuilderNode | undefined) => {
    const changed =
      group.id === id ? ((next as Group | undefined) ?? emptyGroup()) : replaceNode(group, id, next);
    setGroup(changed);
    const tree = treeOf(changed);
    const printed = tree ? printTree(tree) : '';
    written.current = printed;
    if (printed !== text) onText(printed);
  };
  return { group, change };
}

type GroupProps = NodeProps<Group> & { readonly isRoot?: boolean };

function GroupView(props: GroupProps) {
  const { node, message: say, isReadOnly } = props;
  const list = useRowFocus<HTMLFieldSetElement>();
  return (
    <fieldset className={styles.group} data-not={node.isNot} {...list}>
      <legend className={styles.said}>
        {say(node.operator === 'and' ? 'ui.rule.words.all' : 'ui.rule.words.any')}
      </legend>
      <GroupHead {...props} />
      <div className={styles.items}>
        {node.items.length === 0 && <p className={styles.note}>{say('ui.rule.builder.empty')}</p>}
        {node.items.map((item, index) => (
          <div key={item.id} data-row={index}>
            <NodeView {...props} node={item} />
          </div>
        ))}
      </div>
      {!isReadOnly && <AddTools {...props} />}
    </fieldset>
  );
}

/** How the conditions of a group are joined. */
function GroupHead({ node, replace, message: say, inputId, isReadOnly, isRoot }: GroupProps) {
  const id = `${inputId}-${node.id}`;
  return (
    <div className={styles.groupHead}>
      <div className={styles.join}>
        <Select
          id={`${id}-operator`}
          label={say('ui.rule.builder.join')}
          size="small"
          clearable={false}
          readOnly={isReadOnly}
          value={node.operator}
          options={[
            { id: 'and', label: say('ui.rule.builder.all') },
            { id: 'or', label: say('ui.rule.builder.any') },
          ]}
          onChange={(operator) => replace(node.id, { ...node, operator: operator === 'or' ? 'or' : 'and' })}
        />
      </div>
      <Checkbox
        id={`${id}-not`}
        checked={node.isNot}
        readOnly={isReadOnly}
        onChange={(isNot) => replace(node.id, { ...node, isNot })}
      >
        {say('ui.rule.builder.not')}
      </Checkbox>
      {!isRoot && !isReadOnly && (
        <IconButton
          icon={Trash2}
          label={say('ui.rule.builder.remove-group')}
          size="small"
          onPress={() => replace(node.id, undefined)}
        />
      )}
    </div>
  );
}

function AddTools({ node, replace, message: say, operands }: GroupProps) {
  const refusal = operands.length > 0 ? undefined : say('ui.rule.builder.no-operands');
  const box = useRef<HTMLDivElement>(null);
  const add = (item: BuilderNode) => {
    replace(node.id, { ...node, items: [...node.items, item] });
    setTimeout(() => focusLast(box.current?.previousElementSibling));
  };
  const inner = () => ({ ...emptyGroup(node.operator === 'and' ? 'or' : 'and'), items: [unfinished()] });
  const tool = (key: string, make: () => BuilderNode) => (
    <Button
      size="small"
      tone="quiet"
      icon={<Icon icon={Plus} size="small" />}
      refusal={refusal}
      onPress={() => refusal ?? add(make())}
    >
      {say(key)}
    </Button>
  );
  return (
    <div ref={box} className={styles.tools} data-row-add>
      {tool('ui.rule.builder.add', unfinished)}
      {tool('ui.rule.builder.add-group', inner)}
    </div>
  );
}

/** Focuses the operand of an added condition. */
function focusLast(items: Element | null | undefined): void {
  items?.lastElementChild?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
}

function unfinished(): BuilderNode {
  return { ...freshCondition(nextId(), { SourceName: '', Name: '', Type: 'text', Values: [] }), value: null };
}

function NodeView(props: NodeProps<BuilderNode>) {
  const { node } = props;
  if (node.kind === 'group') return <GroupView {...props} node={node} isRoot={false} />;
  if (node.kind === 'condition') return <ConditionRow {...props} node={node} />;
  return (
    <div className={styles.condition}>
      <code className={styles.chip}>{printTree(node.tree)}</code>
      <span className={styles.note}>{props.message('ui.rule.builder.text-only')}</span>
      {!props.isReadOnly && (
        <IconButton
          icon={Trash2}
          label={props.message('ui.rule.builder.remove')}
          size="small"
          onPress={() => props.replace(node.id, undefined)}
        />
      )}
    </div>
  );
}
