import { useMemo, useState } from 'react';
import { type GridState, partsOf, type WhereGroup } from '#engine';
import { useModel, useUser } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { isComplete, WhereGroupEditor, withoutEmpty } from './WhereGroupEditor.tsx';
import styles from './where.module.css';
import { whereFields } from './whereFields.ts';

type Props = {
  readonly grid: GridState;
  readonly where: WhereGroup | undefined;
  readonly onClose: () => void;
};

/** Builds conditions: field, comparison and value, joined by and or or, with groups in between. */
export function WhereDialog({ grid, where, onClose }: Props) {
  const say = useMessage();
  const [model, { Features }] = [useModel(), useUser()];
  const fields = useMemo(() => whereFields(model, grid.block, Features), [model, grid.block, Features]);
  const [start] = useState<WhereGroup>(where ?? { all: [] });
  const [group, setGroup] = useState(start);
  const [isTried, setTried] = useState(false);
  const draft = useKeptWork({
    key: `where.${location.pathname}.${grid.block.id}`,
    value: group,
    isChanged: group !== start,
    restore: setGroup,
  });
  const apply = () => {
    if (!isComplete(group)) return setTried(true);
    const kept = withoutEmpty(group);
    grid.look({ where: kept } as Parameters<GridState['look']>[0]);
    onClose();
  };
  return (
    <Dialog
      size="large"
      title={say('ui.where.title')}
      onClose={onClose}
      holdsWork={group !== start}
      main={{ label: say('ui.where.apply'), onPress: apply }}
      cancel={say('ui.cancel')}
    >
      <DraftBar draft={draft} />
      {isTried && !isComplete(group) && (
        <p className={styles.problem} role="alert">
          {say('ui.where.incomplete')}
        </p>
      )}
      {partsOf(group).length === 0 && <p className={styles.none}>{say('ui.where.none')}</p>}
      <WhereGroupEditor group={group} fields={fields} depth={1} onChange={setGroup} />
    </Dialog>
  );
}
