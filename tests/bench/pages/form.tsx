import '../../../renderer/tokens/tokens.css';
import '../../../renderer/tokens/base.css';
import { createRoot, type Root } from 'react-dom/client';
import { benchFields, benchOverlay, benchRules } from './benchDeclarations.ts';
import { GeneratedForm, prepareForm } from './generatedForm.tsx';
import { HandForm } from './handForm.tsx';
import { painted, pressKey } from './timing.ts';

export type FormSize = {
  readonly fields: number;
  readonly rules: number;
  /** So many of the fields, the last, are published by an overlay. */
  readonly published?: number;
};

export type FormBench = {
  /** Draws one of the two forms again; milliseconds from the call to the painted form. */
  readonly open: (which: 'ours' | 'byHand', size: FormSize) => Promise<number>;
  /** Milliseconds from a key press to the painted frame: the median of so many, over many fields. */
  readonly press: (times: number) => Promise<number>;
};

const place = document.getElementById('app') as HTMLElement;
const prepared = new Map<string, ReturnType<typeof prepareForm>>();
let root: Root | undefined;

const bench: FormBench = {
  open: async (which, { fields: count, rules: ruleCount, published = 0 }) => {
    root?.unmount();
    root = createRoot(place);
    const fields = benchFields(count);
    const shipped = fields.slice(0, count - published);
    const rules = benchRules(shipped, ruleCount);
    const key = `${count} ${ruleCount} ${published}`;
    const form =
      prepared.get(key) ?? prepareForm(shipped, rules, benchOverlay(shipped, fields.slice(shipped.length)));
    prepared.set(key, form);
    await painted();
    const started = performance.now();
    root.render(
      which === 'ours' ? <GeneratedForm prepared={form} /> : <HandForm fields={fields} rules={rules} />,
    );
    await painted();
    while (place.querySelectorAll('input').length < count * 0.9) await painted();
    return performance.now() - started;
  },
  press: async (times) => {
    const inputs = [...place.querySelectorAll<HTMLInputElement>('input[type="text"]:not([inputmode])')];
    const figures: number[] = [];
    for (let round = 0; round < times; round += 1) {
      const input = inputs[(round * 7) % inputs.length] as HTMLInputElement;
      input.focus();
      await painted();
      figures.push(await pressKey(input, `${input.value}k`));
    }
    return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
  },
};

Object.assign(window, { bench });
