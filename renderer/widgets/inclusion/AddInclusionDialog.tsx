import { Check } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Header } from 'react-aria-components/Header';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import type { DataRecord } from '#engine';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import popover from '../../parts/popover.module.css';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { optionsOf } from '../choices.ts';
import styles from './inclusion.module.css';
import { inclusionChoices } from './inclusionLabel.ts';
import type { InclusionProps } from './inclusionOptions.ts';
import { type Candidate, candidatesOf, newRow, ruledOut } from './relations.ts';

type Props = { readonly props: InclusionProps; readonly onClose: () => void };

/** Adds several items and groups at once, as included or optional. */
export function AddInclusionDialog({ props, onClose }: Props) {
  const { message, inclusion, view, form } = props;
  const { texts } = inclusion;
  const { found, hasFailed, load } = useFound(props);
  const { picked, setPicked, choice, setChoice, draft } = usePicks(props);
  const [isRefused, setRefused] = useState(false);
  const chosen = { items: view.value, groups: form.record()[inclusion.groups] };
  const candidates = found ? candidatesOf(found, chosen, inclusion) : [];
  const isComplete = picked.size > 0 && choice !== undefined;
  const submit = () => {
    if (!isComplete) return setRefused(true);
    const added = candidates.filter(({ key }) => picked.has(key));
    form.batch(() => {
      for (const one of added) {
        const list = one.kind === 'group' ? `/${inclusion.groups}` : view.path;
        form.addRow(list, newRow(one, choice === '1', inclusion));
      }
    });
    onClose();
  };
  return (
    <Dialog
      title={message(texts.add).replace(/^\+\s*/, '')}
      size="medium"
      onClose={onClose}
      main={{ label: message('ui.ok'), onPress: submit }}
      cancel={message('ui.cancel')}
    >
      <DraftBar draft={draft} />
      {isRefused && !isComplete && (
        <p className={styles.refused} role="alert">
          {message(texts.incomplete)}
        </p>
      )}
      <div className={styles.adding}>
        {hasFailed && <ErrorState text={message('ui.choices.failed')} onRetry={load} />}
        {!found && !hasFailed && <Skeleton look="rows" lines={5} />}
        {found && <Candidates props={props} candidates={candidates} picked={picked} onPick={setPicked} />}
        <InclusionChoice props={props} choice={choice} onChoose={setChoice} />
      </div>
    </Dialog>
  );
}

/** What is picked so far, kept across a reload. */
function usePicks({ inclusion, view }: InclusionProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [choice, setChoice] = useState<string>();
  const draft = useKeptWork<{ readonly picked: readonly string[]; readonly choice: string | undefined }>({
    key: `inclusion.${location.pathname}.${inclusion.groups}.${view.path}`,
    value: useMemo(() => ({ picked: [...picked], choice }), [picked, choice]),
    isChanged: picked.size > 0 || choice !== undefined,
    restore: (kept) => {
      setPicked(new Set(kept.picked));
      setChoice(kept.choice);
    },
  });
  return { picked, setPicked, choice, setChoice, draft };
}

type CandidatesProps = Pick<ListProps, 'props' | 'candidates' | 'picked' | 'onPick'>;

/** Candidates filtered by a search; hidden ones stay picked. */
function Candidates({ props, candidates, picked, onPick }: CandidatesProps) {
  const { message, inclusion, inputId } = props;
  const [search, setSearch] = useState('');
  return (
    <>
      <p id={`${inputId}-available`} className={styles.lead}>
        {message(inclusion.texts.available)}
      </p>
      <TextInput
        id={`${inputId}-search`}
        label={message('ui.search')}
        placeholder={message('ui.search')}
        type="search"
        value={search}
        onChange={setSearch}
      />
      <CandidateList
        props={props}
        candidates={candidates.filter(({ name }) => isMatch(name, search))}
        isOut={ruledOut(candidates, picked)}
        picked={picked}
        onPick={onPick}
      />
    </>
  );
}

type ChoiceProps = {
  readonly props: InclusionProps;
  readonly choice: string | undefined;
  readonly onChoose: (choice: string) => void;
};

/** How they are added; there is no default. */
function InclusionChoice({ props, choice, onChoose }: ChoiceProps) {
  const id = `${props.inputId}-inclusion`;
  return (
    <div className={styles.inclusion}>
      <span id={`${id}-label`} className={styles.lead}>
        {props.message(props.inclusion.texts.inclusion)}
      </span>
      <RadioGroup
        id={id}
        labelledBy={`${id}-label`}
        required
        value={choice}
        options={optionsOf(inclusionChoices(props))}
        onChange={onChoose}
      />
    </div>
  );
}

type ListProps = {
  readonly props: InclusionProps;
  readonly candidates: readonly Candidate[];
  readonly isOut: ReadonlySet<string>;
  readonly picked: ReadonlySet<string>;
  readonly onPick: (keys: ReadonlySet<string>) => void;
};

function CandidateList({ props, candidates, isOut, picked, onPick }: ListProps) {
  const { message, inclusion, inputId } = props;
  const { texts } = inclusion;
  const sections = [
    { kind: 'group', title: message(texts.columnGroup) },
    { kind: 'item', title: message(texts.columnItem) },
  ] as const;
  const shown = new Set(candidates.map(({ key }) => key));
  // Keep picked candidates that the filter hides.
  const pick = (keys: ReadonlySet<string>) =>
    onPick(new Set([...[...picked].filter((key) => !shown.has(key)), ...keys]));
  return (
    <ListBox
      className={styles.candidates}
      aria-labelledby={`${inputId}-available`}
      selectionMode="multiple"
      selectionBehavior="toggle"
      selectedKeys={[...picked].filter((key) => shown.has(key))}
      disabledKeys={isOut}
      onSelectionChange={(keys) => pick(keys === 'all' ? shown : new Set([...keys].map(String)))}
      renderEmptyState={() => <p className={popover.empty}>{message('ui.no-results')}</p>}
    >
      {sections.map(({ kind, title }) => {
        const own = candidates.filter((candidate) => candidate.kind === kind);
        if (own.length === 0) return null;
        return (
          <ListBoxSection key={kind}>
            <Header className={popover.section}>{title}</Header>
            {own.map((candidate) => (
              <ListBoxItem
                key={candidate.key}
                id={candidate.key}
                textValue={candidate.name}
                className={`${popover.option} ${styles.candidate}`}
              >
                <span className={styles.tick} aria-hidden="true">
                  <Check />
                </span>
                {candidate.name}
              </ListBoxItem>
            ))}
          </ListBoxSection>
        );
      })}
    </ListBox>
  );
}

type Found = { readonly items: readonly DataRecord[]; readonly groups: readonly DataRecord[] };

/** Loads both lists of candidates. */
function useFound({ findRecords, inclusion }: InclusionProps) {
  const [found, setFound] = useState<Found>();
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    Promise.all([findRecords(inclusion.availableItems), findRecords(inclusion.availableGroups)]).then(
      ([items, groups]) => setFound({ items, groups }),
      () => setFailed(true),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(load, []);
  return { found, hasFailed, load };
}

function isMatch(name: string, search: string): boolean {
  return plain(name).includes(plain(search.trim()));
}

/** Ignores case and accents: searching `electrique` finds `Électrique`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
