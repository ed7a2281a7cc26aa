import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { EntityModel, PrintFormatChange } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { UndoButtons } from '../../form/UndoButtons.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import hidden from '../../parts/hidden.module.css';
import { Icon } from '../../parts/Icon.tsx';
import { Menu } from '../../parts/Menu.tsx';
import { Select } from '../../parts/Select.tsx';
import { useTyped } from '../ChangeEditor.tsx';
import { FindingList } from '../draft/FindingList.tsx';
import styles from '../form.module.css';
import { Page } from '../Page.tsx';
import { TrialProvider } from '../preview/trial.tsx';
import { type Keeping, useKeep } from '../useKeep.ts';
import { useWork } from '../work.tsx';
import { BlockPanel } from './BlockPanel.tsx';
import { focusBlock, PaperCanvas } from './PaperCanvas.tsx';
import { blockKinds, movedBlock, newBlock, type PrintForm, printChangeOf } from './printForm.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { usePreview, useSamples } from './usePreview.ts';

type Props = {
  readonly entity: EntityModel;
  readonly start: PrintForm;
  readonly isNew?: boolean;
  /** In the draft. */
  readonly change?: PrintFormatChange | undefined;
  /** Shipped, and not open to changes. */
  readonly isClosed?: boolean;
};

const back = '/configure/prints';

/** Edits a print format on its paper, with the values of a sample record. */
export function PrintEditor({ entity, start: given, isNew = false, change: own, isClosed = false }: Props) {
  const say = useMessage();
  const locale = useLocale();
  const { say: label } = useWork();
  const { form, setForm, builder } = useTyped(
    `print.${entity.id}.${isNew ? '' : given.shortName}`,
    () => given,
  );
  const change = printChangeOf(form);
  const keeping: Keeping = {
    changes: change ? [change] : [],
    own: own ? [own] : [],
    back,
    here: isNew && change ? `${back}/${encodeURIComponent(change.name)}` : undefined,
  };
  const title = isNew
    ? say('configure.print.new-of', { entity: label(entity.plural) })
    : (form.title[locale] ?? '');
  return (
    <TrialProvider changes={isClosed ? [] : keeping.changes}>
      <Page
        title={title}
        sticky
        note={isClosed ? say('configure.print.closed') : undefined}
        crumbs={[{ label: say('configure.nav.prints'), to: back }]}
        actions={isClosed ? undefined : <Actions {...{ keeping, builder, isWhole: change !== undefined }} />}
      >
        <div ref={builder.root} tabIndex={-1}>
          <DraftBar draft={builder.draft} />
          <Editing {...{ entity, form, setForm, change, isClosed }} />
        </div>
      </Page>
    </TrialProvider>
  );
}

type EditingProps = {
  readonly entity: EntityModel;
  readonly form: PrintForm;
  readonly setForm: (form: PrintForm) => void;
  readonly change: PrintFormatChange | undefined;
  readonly isClosed: boolean;
};

function Editing({ entity, form, setForm, change, isClosed }: EditingProps) {
  const [selected, select] = useState(0);
  const [record, setRecord] = useState<string>();
  const samples = useSamples(entity.id);
  const sample = record ?? samples[0]?.Id;
  const { said, focus, ...edit } = useBlocks({ form, setForm, select });
  const shown = change ?? printChangeOf({ ...form, shortName: 'new', title: untitled });
  const preview = usePreview(shown, sample);
  const block = form.blocks[selected];
  useEffect(() => {
    if (focus !== undefined) focusBlock(focus.index);
  }, [focus]);
  return (
    <div className={styles.split}>
      <div className={styles.form}>
        <Tools {...{ entity, samples, sample, setRecord, isClosed }} onAdd={edit.add} />
        <PaperCanvas
          {...{ preview, selected, select, move: edit.move, remove: edit.remove }}
          paper={form.words.paper}
          logo={form.words.logo}
          blocks={form.blocks}
          isFixed={isClosed}
        />
        <p className={hidden.hidden} role="status">
          {said}
        </p>
      </div>
      <div className={styles.aside}>
        {block && !isClosed && (
          <BlockPanel
            key={`${selected} ${block.print}`}
            {...{ entity, block, move: edit.move, remove: edit.remove }}
            index={selected}
            count={form.blocks.length}
            isList={form.words.for === 'list'}
            onChange={(next) => edit.replace(selected, next)}
          />
        )}
        {!isClosed && <SettingsCard form={form} onChange={setForm} />}
        <FindingList />
      </div>
    </div>
  );
}

/** A new format is drawn before it has a name. */
const untitled = { 'en-CA': 'New', 'fr-CA': 'Nouveau' };

type Blocks = Pick<EditingProps, 'form' | 'setForm'> & { readonly select: (index: number) => void };

function useBlocks({ form, setForm, select }: Blocks) {
  const say = useMessage();
  const { model } = useWork();
  const [said, announce] = useState('');
  const [focus, setFocus] = useState<{ readonly index: number }>();
  const show = (blocks: PrintForm['blocks'], index: number) => {
    setForm({ ...form, blocks });
    select(index);
    setFocus({ index });
  };
  return {
    said,
    focus,
    move: (from: number, to: number) => {
      const blocks = movedBlock(form.blocks, from, to);
      if (!blocks) return;
      show(blocks, to);
      announce(say('configure.print.moved', { place: to + 1, count: blocks.length }));
    },
    remove: (index: number) => {
      const blocks = [...form.blocks.slice(0, index), ...form.blocks.slice(index + 1)];
      show(blocks, Math.max(0, index - 1));
      announce(say('configure.print.removed'));
    },
    replace: (index: number, block: PrintForm['blocks'][number]) =>
      setForm({ ...form, blocks: form.blocks.map((one, place) => (place === index ? block : one)) }),
    add: (kind: (typeof blockKinds)[number], entity: EntityModel) =>
      show([...form.blocks, newBlock(kind, model, entity)], form.blocks.length),
  };
}

type ToolsProps = {
  readonly entity: EntityModel;
  readonly samples: readonly { readonly Id: string; readonly Name: string }[];
  readonly sample: string | undefined;
  readonly setRecord: (id: string | undefined) => void;
  readonly isClosed: boolean;
  readonly onAdd: (kind: (typeof blockKinds)[number], entity: EntityModel) => void;
};

function Tools({ entity, samples, sample, setRecord, isClosed, onAdd }: ToolsProps) {
  const say = useMessage();
  return (
    <div className={area.asked}>
      {!isClosed && (
        <Menu
          label={say('configure.print.add')}
          trigger={<Button icon={<Icon icon={Plus} size="small" />}>{say('configure.print.add')}</Button>}
          placement="bottom start"
          entries={blockKinds.map((kind) => ({
            id: kind,
            label: say(`configure.print.block.${kind}`),
            onAction: () => onAdd(kind, entity),
          }))}
        />
      )}
      <FieldShell id="print-sample" label={say('configure.print.sample')} as="group">
        <Select
          id="print-sample"
          labelledBy="print-sample-label"
          value={sample}
          options={samples.map(({ Id, Name }) => ({ id: Id, label: Name }))}
          onChange={setRecord}
          required
          empty={say('configure.print.sample.none')}
        />
      </FieldShell>
    </div>
  );
}

type ActionsProps = {
  readonly keeping: Keeping;
  readonly builder: ReturnType<typeof useTyped<PrintForm>>['builder'];
  readonly isWhole: boolean;
};

function Actions({ keeping, builder, isWhole }: ActionsProps) {
  const say = useMessage();
  const { keep, takeOut, isBusy } = useKeep(keeping);
  const hasOwn = (keeping.own ?? []).length > 0;
  const changed = builder.isChanged ? undefined : say('configure.nothing-changed');
  const refusal = isWhole ? changed : say('configure.print.incomplete');
  return (
    <>
      <UndoButtons of={builder} />
      {hasOwn && (
        <Button tone="caution" busy={isBusy} onPress={() => void takeOut()}>
          {say('configure.print.take-out')}
        </Button>
      )}
      <Button tone="primary" busy={isBusy} refusal={refusal} onPress={() => void keep()}>
        {say(hasOwn ? 'configure.field.keep' : 'configure.field.keep-new')}
      </Button>
    </>
  );
}
