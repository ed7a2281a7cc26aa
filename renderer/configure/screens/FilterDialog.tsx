import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { type FilterModel, type GridBlock, type PlaceChange, shownOperators } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { IconButton } from '../../parts/IconButton.tsx';
import { findChange } from '../changes.ts';
import { KeepDialog } from '../KeepDialog.tsx';
import { useWork } from '../work.tsx';
import { OperatorSelect } from './OperatorSelect.tsx';

type Props = { readonly screen: string; readonly block: GridBlock; readonly filter: FilterModel };

/** Edits the operator of a filter. */
export function FilterTools(props: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const [isOpen, setOpen] = useState(false);
  if (shownOperators(props.filter.kind).length < 2) return null;
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        size="small"
        label={say('configure.filter.edit', { item: label(props.filter.title) })}
        onPress={() => setOpen(true)}
      />
      {isOpen && <FilterDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function FilterDialog({ screen, block, filter, onClose }: Props & { onClose: () => void }) {
  const say = useMessage();
  const { draft, say: label } = useWork();
  const name = `${screen}.${block.id}.filter.${filter.path}`;
  const before = findChange(draft.Changes, 'place', name);
  const [operator, setOperator] = useState<FilterModel['operator']>(filter.operator);
  const kept = useKeptWork({
    key: `configure.filter.${name}`,
    value: operator,
    isChanged: operator !== filter.operator,
    restore: setOperator,
  });
  return (
    <KeepDialog
      title={say('configure.filter.edit', { item: label(filter.title) })}
      change={
        operator === filter.operator ? undefined : { ...placeOf(screen, block, filter, before), operator }
      }
      before={before?.was ? before : undefined}
      draft={kept}
      onClose={onClose}
    >
      <OperatorSelect
        id="filter"
        kind={filter.kind}
        operator={operator}
        onChange={(picked) => setOperator(picked ?? shownOperators(filter.kind)[0] ?? filter.operator)}
      />
    </KeepDialog>
  );
}

/** The change that keeps the filter in its position. */
function placeOf(
  screen: string,
  { id, filters }: GridBlock,
  { path }: FilterModel,
  before: PlaceChange | undefined,
): PlaceChange {
  const neighbour = filters[filters.findIndex((one) => one.path === path) - 1]?.path ?? '';
  const place = { screen, block: id, as: 'filter', field: path } as const;
  return { after: neighbour, ...before, kind: 'place', name: `${screen}.${id}.filter.${path}`, ...place };
}
