import { GripVertical, MoveRight } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { GridListItem } from 'react-aria-components/GridList';
import type { ActionModel, BoardLayout, ColumnModel, DataRecord, GridBlock } from '#engine';
import { useVisibleActions } from '../../actions/ActionButton.tsx';
import { useRunAction } from '../../actions/useRunAction.ts';
import { useApprovalActions } from '../../approvals/approvalActions.ts';
import { fillPath } from '../../data/fillPath.ts';
import { useMessage } from '../../data/messages.tsx';
import type { ScreenScope } from '../../data/screenScope.ts';
import { Badge, badgeTone } from '../../parts/Badge.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Link } from '../../parts/Link.tsx';
import { Menu } from '../../parts/Menu.tsx';
import { cellText } from '../CellValue.tsx';
import type { CellTools } from '../cellTools.ts';
import { CardFields } from '../layouts/CardFields.tsx';
import { colourOf } from '../layouts/colourOf.ts';
import { readPath } from '../readPath.ts';
import { useOpening } from '../useRowTools.tsx';
import styles from './board.module.css';
import type { BoardValue, Moves, Target } from './useMoves.ts';

type Props = {
  readonly record: DataRecord;
  readonly block: GridBlock;
  readonly layout: BoardLayout;
  readonly scope: ScreenScope;
  readonly tools: CellTools;
  readonly moves: Moves;
  readonly nameOf: (value: BoardValue) => string;
};

const shownOf = (record: DataRecord, { path, shows }: ColumnModel) => readPath(record, shows ?? path);

/** A card: its title opens the record; dragging or « Move to » changes its column. */
export function BoardCard({ record, block, layout, scope, tools, moves, nameOf }: Props) {
  const say = useMessage();
  const name = cellText(shownOf(record, layout.title), layout.title, tools) || say('ui.board.unnamed');
  const colour = colourOf(layout.colours ?? block.colours, record, scope);
  return (
    <GridListItem
      id={String(record.Id)}
      textValue={name}
      className={styles.card as string}
      data-tone={colour?.tone}
    >
      <CardTitle {...{ record, block, scope, moves, nameOf, name }} />
      {colour && <Badge tone={badgeTone(colour.tone)}>{say(colour.label)}</Badge>}
      <CardFields record={record} fields={layout.fields} tools={tools} />
    </GridListItem>
  );
}

type TitleProps = Omit<Props, 'layout' | 'tools'> & { readonly name: string };

/** The title opens the record; beside it are the grip and the menu of columns. */
function CardTitle({ record, block, scope, moves, nameOf, name }: TitleProps) {
  const say = useMessage();
  const { route, data, user } = scope;
  const to = useOpening(block, user.Features);
  const targets = moves.targetsOf(record);
  const isFixed = targets.every(({ refused }) => refused !== undefined);
  const decisions = useApprovalActions(block.entity)(record);
  const run = useRunAction(scope);
  const buttons = useVisibleActions(block.rowActions.filter(isButton), scope, record);
  const own = [...decisions, ...buttons];
  return (
    <div className={styles.title}>
      {!isFixed && (
        <AriaButton slot="drag" className={styles.grip as string} aria-label={say('ui.board.drag', { name })}>
          <Icon icon={GripVertical} size="small" />
        </AriaButton>
      )}
      {to ? <Link to={fillPath(to, { root: record, route, data, user })}>{name}</Link> : <span>{name}</span>}
      {targets.length + own.length > 0 && (
        <Menu
          label={say('ui.board.move')}
          trigger={
            <IconButton
              size="small"
              tone="quiet"
              icon={MoveRight}
              label={say('ui.board.move-name', { name })}
              tooltip={false}
            />
          }
          entries={[
            ...targets.map((target) => ({
              id: String(target.to),
              label: nameOf(target.to),
              ...noteOf(target, nameOf),
              onAction: () => void moves.move(record, target.to),
            })),
            ...own.map((action) => ({
              ...{ id: action.id, label: say(action.label), section: '' },
              onAction: () => void run(action, record),
            })),
          ]}
        />
      )}
    </div>
  );
}

/** The buttons of automations are on cards as they are on rows. */
const isButton = ({ automation }: ActionModel): boolean => automation !== undefined;

/** A step of another name than its state says its name; a refused one says why. */
function noteOf({ to, label, refused }: Target, nameOf: Props['nameOf']) {
  if (refused) return { refusal: refused };
  return label && label !== nameOf(to) ? { note: label } : {};
}
