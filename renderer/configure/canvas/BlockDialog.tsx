import { useState } from 'react';
import { type BlockChange, pageRecord, type ScreenModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import type { BlockSettings } from '../../extension/blockProps.ts';
import type { BlockOffer } from '../../extension/defineExtension.ts';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import { referencesOf } from '../fields/linkedOptions.ts';
import { KeepDialog } from '../KeepDialog.tsx';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import { DraftScope } from './DraftScope.tsx';

type Props = {
  readonly screen: ScreenModel;
  readonly offer: BlockOffer;
  /** Whether it can be limited to the record of the page. */
  readonly narrows: boolean;
  /** Where it goes; of one that exists, all it says. */
  readonly change: Pick<BlockChange, 'kind' | 'name' | 'widget' | 'after'> & Partial<BlockChange>;
  readonly onClose: () => void;
  readonly onKept?: () => void;
};

type Form = {
  readonly title: PartialTexts;
  readonly settings: BlockSettings;
  readonly by: string | undefined;
};

/** Sets a block up that the canvas offers: its title, what it shows, and of which records. */
export function BlockDialog({ screen, offer, narrows, change, onClose, onKept }: Props) {
  const say = useMessage();
  const { draft: changes } = useWork();
  const { form, set, kept, isChanged } = useBlockForm(offer, change);
  const referencesOn = usePageReferences(screen);
  const references = referencesOn(form.settings.entity);
  const onSettings = (settings: BlockSettings) => {
    const isOther = settings.entity !== form.settings.entity;
    // On the page of a record, its own records are meant first; settings without a value are left out.
    const by = narrows ? referencesOn(settings.entity)[0]?.id : undefined;
    set({ settings: JSON.parse(JSON.stringify(settings)), ...(isOther && { by }) });
  };
  const title = wholeTexts(form.title);
  const lacking = offer.lacks(form.settings) ?? (title ? undefined : 'configure.canvas.block.title.missing');
  const before = changes.Changes.find((one) => one.kind === 'block' && one.name === change.name);
  const { by: _by, ...place } = change;
  const by = references.some(({ id }) => id === form.by) ? form.by : undefined;
  const next = { ...place, settings: form.settings, title, ...(by && { by }) } as BlockChange;
  return (
    <KeepDialog
      title={say(before ? 'configure.canvas.block.edit' : 'configure.canvas.block.add', {
        kind: say(offer.title),
      })}
      change={isChanged && !lacking ? next : undefined}
      {...(lacking && { refusal: say(lacking) })}
      draft={kept}
      onClose={onClose}
      {...(onKept && { onKept })}
    >
      <TextsField
        label={say('configure.canvas.block.title')}
        name="title"
        value={form.title}
        required
        onChange={(texts) => set({ title: texts })}
      />
      <DraftScope>
        <offer.form settings={form.settings} onChange={onSettings} />
      </DraftScope>
      {narrows && references.length > 0 && (
        <FieldShell id="block-by" name="by" label={say('configure.canvas.block.by')}>
          <Select
            id="block-by"
            value={by}
            placeholder={say('configure.canvas.block.all')}
            options={references}
            onChange={(field) => set({ by: field })}
          />
        </FieldShell>
      )}
    </KeepDialog>
  );
}

/** The input, kept over a reload; a new block starts as its offer says. */
function useBlockForm(offer: BlockOffer, change: Props['change']) {
  const [start] = useState<Form>(() => ({
    title: change.title ?? {},
    settings: change.settings ?? offer.start,
    by: change.by,
  }));
  const [form, setForm] = useState(start);
  const isChanged = JSON.stringify(form) !== JSON.stringify(start);
  const kept = useKeptWork({
    key: `configure.block.${change.settings ? change.name : `${change.name}.new`}`,
    value: form,
    isChanged,
    restore: setForm,
  });
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }));
  return { form, set, kept, isChanged };
}

/** The fields by which records of an entity refer to that of the page. */
function usePageReferences(screen: ScreenModel) {
  const { model, say: label } = useWork();
  const page = pageRecord(screen);
  return (entity: unknown) => {
    const shown = model.entities.get(String(entity ?? ''));
    if (!page || !shown) return [];
    return referencesOf(shown)
      .filter(({ ref }) => ref?.entity === page.entity)
      .map(({ name, label: key }) => ({ id: name, label: label(key) }));
  };
}
