import { sameJson, type Texts } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import form from '../form.module.css';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useUnfinished } from './useUnfinished.ts';

type Props = {
  readonly label: string;
  readonly help?: string;
  readonly texts: PartialTexts;
  readonly isRequired?: boolean;
  readonly isMultiline?: boolean;
  /** Undefined: both texts were emptied. */
  readonly onKeep: (texts: Texts | undefined) => void;
};

/** Texts in both languages; they are kept once both are there and the field is left, or by the button. */
export function TextsPart({ label, help, texts, isRequired = false, isMultiline = false, onKeep }: Props) {
  const say = useMessage();
  const [typed, setTyped] = useUnfinished<PartialTexts>(label, texts);
  const now = typed ?? texts;
  const whole = wholeTexts(now);
  const isEmpty = !now['en-CA']?.trim() && !now['fr-CA']?.trim();
  const isChanged = typed !== undefined && !sameJson(whole, wholeTexts(texts));
  const isReady = isChanged && (whole !== undefined || (isEmpty && !isRequired));
  const keep = () => {
    if (!isReady) return;
    onKeep(whole);
  };
  return (
    <div className={form.form}>
      <TextsField
        label={label}
        {...(help && { help })}
        required={isRequired}
        multiline={isMultiline}
        value={now}
        onChange={setTyped}
        onBlur={keep}
      />
      {typed !== undefined && (!sameJson(now, texts) || isChanged) && (
        <Button
          size="small"
          label={say('ui.labelled', { label: say('configure.canvas.apply'), text: label })}
          {...(!isReady && { refusal: say('configure.texts.incomplete') })}
          onPress={keep}
        >
          {say('configure.canvas.apply')}
        </Button>
      )}
    </div>
  );
}
