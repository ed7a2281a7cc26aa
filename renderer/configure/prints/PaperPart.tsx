import { type ChangeEvent, useRef, useState } from 'react';
import { paperOf } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Select } from '../../parts/Select.tsx';
import { Switch } from '../../parts/Switch.tsx';
import type { useIssuesAt } from '../draft/useFindings.ts';
import styles from './paper.module.css';
import type { PrintForm } from './printForm.ts';

type Paper = NonNullable<PrintForm['words']['paper']>;
type Logo = NonNullable<PrintForm['words']['logo']>;
type IssuesAt = ReturnType<typeof useIssuesAt>;

type PaperProps = {
  readonly paper: Paper | undefined;
  readonly issuesAt: IssuesAt;
  readonly onChange: (paper: Paper) => void;
};

/** Size, direction and margins of the paper. */
export function PaperPart({ paper = {}, issuesAt, onChange }: PaperProps) {
  const say = useMessage();
  return (
    <>
      <FieldShell id="print-paper" label={say('configure.print.paper')} as="group">
        <Select
          id="print-paper"
          labelledBy="print-paper-label"
          value={paper.size ?? 'letter'}
          options={(['letter', 'legal', 'A4'] as const).map((id) => ({
            id,
            label: say(`configure.print.paper.${id}`),
          }))}
          onChange={(id) => onChange({ ...paper, size: id as Paper['size'] })}
          required
        />
      </FieldShell>
      <Switch
        id="print-landscape"
        checked={paper.landscape === true}
        onChange={(landscape) => onChange({ ...paper, landscape })}
      >
        {say('configure.print.landscape')}
      </Switch>
      <div className={styles.margins}>
        {(['top', 'right', 'bottom', 'left'] as const).map((side) => (
          <Margin key={side} {...{ side, paper, issuesAt, onChange }} />
        ))}
      </div>
    </>
  );
}

const [least, most] = [5, 60];

type MarginProps = Omit<PaperProps, 'paper'> & {
  readonly paper: Paper;
  readonly side: keyof NonNullable<Paper['margins']>;
};

function Margin({ side, paper, issuesAt, onChange }: MarginProps) {
  const say = useMessage();
  const id = `print-margin-${side}`;
  const issues = issuesAt(`/paper/margins/${side}`);
  const change = (value: number | string | undefined) => {
    const { [side]: _, ...rest } = paper.margins ?? {};
    // What is no number stays, so that the finding about it is seen.
    onChange({ ...paper, margins: value === undefined ? rest : { ...rest, [side]: value as number } });
  };
  return (
    <FieldShell id={id} label={say(`configure.print.margin.${side}`)} issues={issues}>
      <NumberField
        id={id}
        value={paper.margins?.[side]}
        placeholder={String(paperOf().margins[side])}
        minimum={least}
        maximum={most}
        invalid={issues.length > 0}
        onChange={change}
      />
    </FieldShell>
  );
}

type LogoProps = {
  readonly logo: Logo | undefined;
  readonly issuesAt: IssuesAt;
  readonly onChange: (logo: Logo | undefined) => void;
};

/** In bytes; as data in the declaration, so that it travels with releases. */
const largestLogo = 100 * 1024;

/** The picture in the header. */
export function LogoPart({ logo, issuesAt, onChange }: LogoProps) {
  const say = useMessage();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    const image = file.size <= largestLogo ? await pictureIn(file) : undefined;
    setProblem(image ? undefined : 'configure.print.logo.refused');
    if (image) onChange({ ...logo, image });
  };
  const issues = issuesAt('/logo/height');
  const said = problem === undefined ? [] : [{ level: 'error' as const, text: say(problem) }];
  return (
    <>
      <FieldShell
        id="print-logo"
        label={say('configure.print.logo')}
        help={say('configure.print.logo.help')}
        as="group"
        issues={[...issuesAt('/logo/image'), ...said]}
      >
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={say('configure.print.logo.choose')}
          onChange={(event) => void take(event)}
        />
        <div className={styles.logoTools}>
          {logo && <img className={styles.logoShown} src={logo.image} alt={say('configure.print.logo')} />}
          <Button id="print-logo" onPress={() => input.current?.click()}>
            {say('configure.print.logo.choose')}
          </Button>
          {logo && <Button onPress={() => onChange(undefined)}>{say('configure.print.logo.remove')}</Button>}
        </div>
      </FieldShell>
      {logo && (
        <FieldShell id="print-logo-height" label={say('configure.print.logo.height')} issues={issues}>
          <NumberField
            id="print-logo-height"
            value={logo.height}
            placeholder="10"
            minimum={4}
            maximum={40}
            invalid={issues.length > 0}
            onChange={(height) => {
              const { height: _, ...rest } = logo;
              onChange(height === undefined ? rest : { ...rest, height: height as number });
            }}
          />
        </FieldShell>
      )}
    </>
  );
}

/** As a data address; undefined for anything that no browser can draw. */
async function pictureIn(file: File): Promise<string | undefined> {
  if (file.type !== 'image/png' && file.type !== 'image/jpeg') return undefined;
  try {
    (await createImageBitmap(file)).close();
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return `data:${file.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
