import { useState } from 'react';
import { type ActivityChange, type ActivityPart, activityParts, type EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Card } from '../../parts/Card.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { findChange } from '../changes.ts';
import { FindingList } from '../draft/FindingList.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { isOn, shippedWords, type Words, withPart } from './activityWords.ts';

/** What people can do around a record: each part on or off, and who may. */
export function EntityActivity({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const { draft } = useWork();
  const { put, isBusy } = useSaveDraft();
  const change = findChange(draft.Changes, 'activity', entity.id);
  const words: Words = change?.activity ?? shippedWords(entity);
  const save = (activity: Words) =>
    void put([{ ...change, kind: 'activity', name: entity.id, activity } satisfies ActivityChange]);
  return (
    <Card title={say('configure.activity')} id="entity-activity">
      <p className={area.quiet}>{say('configure.activity.note')}</p>
      {change && <FindingList of={[change]} />}
      <div className={area.page}>
        {activityParts.map((part) => (
          <Part key={part} {...{ part, entity, words, save, isBusy }} />
        ))}
        {entity.history && <HistoryYears key={words.historyYears} words={words} save={save} />}
      </div>
    </Card>
  );
}

type PartProps = {
  readonly part: ActivityPart;
  readonly entity: EntityModel;
  readonly words: Words;
  readonly save: (words: Words) => void;
  readonly isBusy: boolean;
};

function Part({ part, entity, words, save, isBusy }: PartProps) {
  const say = useMessage();
  const id = `activity-${part}`;
  const isMissing = part === 'restore' && !entity.history;
  const help = isMissing ? 'configure.activity.restore.no-history' : `configure.activity.${part}.help`;
  const hasOnlySwitch = part !== 'comments' && part !== 'files' && part !== 'duplicate';
  return (
    <div>
      <Switch
        id={id}
        checked={isOn(words, part)}
        disabled={isBusy || (isMissing && !isOn(words, part))}
        describedBy={`${id}-help`}
        onChange={(on) => save(withPart(words, part, on))}
      >
        {say(`configure.activity.${part}`)}
      </Switch>
      <p id={`${id}-help`} className={area.quiet}>
        {say(help)}
      </p>
      {!hasOnlySwitch && isOn(words, part) && <Settings {...{ part, entity, words, save, isBusy }} />}
    </div>
  );
}

function Settings({ part, entity, words, save }: PartProps) {
  const say = useMessage();
  const { say: label } = useWork();
  if (part === 'duplicate') {
    const fields = entity.fields.filter(({ stored, name }) => stored && name !== 'Id');
    return (
      <FieldShell id="activity-without" label={say('configure.activity.duplicate.without')}>
        <MultiSelect
          id="activity-without"
          labelledBy="activity-without-label"
          value={words.duplicate?.without ?? []}
          options={fields.map((field) => ({ id: field.name, label: label(field.label) }))}
          onChange={(without) => save({ ...words, duplicate: { without: [...without] } })}
        />
      </FieldShell>
    );
  }
  if (part === 'comments')
    return (
      <Writers
        id="activity-comments-write"
        label={say('configure.activity.comments.write')}
        nobody={say('configure.activity.everyone')}
        value={words.comments?.write}
        onChange={(write) => save({ ...words, comments: write === undefined ? {} : { write } })}
      />
    );
  const { write: _, ...files } = words.files ?? {};
  return (
    <>
      <Writers
        id="activity-files-write"
        label={say('configure.activity.files.write')}
        nobody={say('configure.activity.editors')}
        value={words.files?.write}
        onChange={(write) => save({ ...words, files: { ...files, ...(write !== undefined && { write }) } })}
      />
      <WholeNumber
        id="activity-files-count"
        label={say('configure.activity.files.count')}
        most={1000}
        value={words.files?.count ?? 50}
        onChange={(count = 50) => save({ ...words, files: { ...words.files, count } })}
      />
    </>
  );
}

/** Empty: changes are kept. */
function HistoryYears({ words, save }: Pick<PartProps, 'words' | 'save'>) {
  const say = useMessage();
  const { historyYears, ...others } = words;
  return (
    <WholeNumber
      id="activity-history-years"
      label={say('configure.activity.history-years')}
      help={say('configure.activity.history-years.help')}
      most={100}
      isOptional
      value={historyYears}
      onChange={(years) => save(years === undefined ? others : { ...others, historyYears: years })}
    />
  );
}

type WholeNumberProps = {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly most: number;
  /** It may be emptied. */
  readonly isOptional?: boolean;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
};

/** From 1; saved when the field is left. */
function WholeNumber({ id, label, help, most, isOptional, value, onChange }: WholeNumberProps) {
  const [typed, type] = useState<number | undefined>(value);
  const leave = () => {
    const isEmpty = isOptional && typed === undefined;
    const count = isEmpty ? undefined : Math.min(most, Math.max(1, Math.round(typed || value || 1)));
    type(count);
    if (count !== value) onChange(count);
  };
  return (
    <FieldShell id={id} label={label} help={help}>
      <NumberField
        id={id}
        value={typed}
        describedBy={fieldDescription(id, help)}
        onChange={(next) => type(typeof next === 'number' ? next : undefined)}
        onBlur={leave}
      />
    </FieldShell>
  );
}

type Writing = NonNullable<NonNullable<Words['comments']>['write']>;

type WritersProps = {
  readonly id: string;
  readonly label: string;
  /** Who may while no permission is named. */
  readonly nobody: string;
  readonly value: Writing | undefined;
  readonly onChange: (value: Writing | undefined) => void;
};

/** One permission; several, as files may name them, are shown and kept until another is chosen. */
function Writers({ id, label, nobody, value, onChange }: WritersProps) {
  const { model, say } = useWork();
  const several = Array.isArray(value) ? value.join(', ') : undefined;
  const options = [
    { id: '', label: nobody },
    ...(several ? [{ id: several, label: several }] : []),
    ...[...model.features.values()].map((feature) => ({
      id: feature.id,
      label: say(`feature.${feature.id}`),
    })),
  ];
  return (
    <FieldShell id={id} label={label}>
      <ComboBox
        id={id}
        value={several ?? (typeof value === 'string' ? value : '')}
        options={options}
        onChange={(picked) => picked !== several && onChange(picked ? String(picked) : undefined)}
      />
    </FieldShell>
  );
}
