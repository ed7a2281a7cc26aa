import { Plus } from 'lucide-react';
import { useMessage } from '../../../data/messages.tsx';
import { Button } from '../../../parts/Button.tsx';
import { Icon } from '../../../parts/Icon.tsx';
import { Select } from '../../../parts/Select.tsx';
import { useRowFocus } from '../../../parts/useRowFocus.ts';
import { ConditionEditor } from '../../conditions/ConditionEditor.tsx';
import form from '../../form.module.css';
import { TextsField } from '../../TextsField.tsx';
import type { ViewColour } from './viewForm.ts';

type Props = {
  readonly colours: readonly ViewColour[];
  readonly entity: string;
  readonly onChange: (colours: readonly ViewColour[]) => void;
};

const tones = ['accent', 'positive', 'warning', 'negative'] as const;
/** As many as a list declares at most. */
const most = 10;

/** The conditions that mark records, each with its colour and the words that say the same. */
export function ViewColours({ colours, entity, onChange }: Props) {
  const say = useMessage();
  const list = useRowFocus<HTMLFieldSetElement>();
  const set = (at: number, change: Partial<ViewColour>) =>
    onChange(colours.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <fieldset className={form.group} tabIndex={-1} {...list}>
      <legend>{say('configure.view.colours')}</legend>
      {colours.map((colour, at) => {
        const name = say('configure.view.colour', { number: at + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: colours have no identity
          <fieldset key={at} className={form.group} aria-label={name} data-row={at}>
            <ConditionEditor
              label={name}
              entity={entity}
              text={colour.when}
              onChange={(when) => set(at, { when })}
            />
            <Select
              id={`view-tone-${at}`}
              label={say('configure.view.tone')}
              value={colour.tone}
              clearable={false}
              options={tones.map((tone) => ({ id: tone, label: say(`configure.view.tone.${tone}`) }))}
              onChange={(tone) => set(at, { tone: tone as ViewColour['tone'] })}
            />
            <TextsField
              label={say('configure.view.colour-title')}
              name="colours.title"
              value={colour.title}
              required
              onChange={(title) => set(at, { title })}
            />
            <Button
              size="small"
              tone="quiet"
              onPress={() => onChange(colours.filter((_, place) => place !== at))}
            >
              {say('configure.view.remove-colour', { number: at + 1 })}
            </Button>
          </fieldset>
        );
      })}
      {colours.length < most && (
        <div data-row-add>
          <Button
            size="small"
            icon={<Icon icon={Plus} size="small" />}
            onPress={() => onChange([...colours, { when: '', tone: 'accent', title: {} }])}
          >
            {say('configure.view.add-colour')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
