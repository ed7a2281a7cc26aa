import { useLocale } from '../../data/messages.tsx';
import styles from './paper.module.css';
import type { PrintBlock } from './printForm.ts';
import type { ShownBlock } from './usePreview.ts';

type Props = {
  readonly block: PrintBlock;
  /** With values; absent while they load, or where the block is not printed for this record. */
  readonly shown: ShownBlock | undefined;
  readonly name: string;
};

/** A block as it is printed. */
export function PaperBlock({ block, shown, name }: Props) {
  const locale = useLocale();
  if (block.print === 'divider') return <span className={styles.divider} />;
  if (block.print === 'break') return <span className={styles.break}>{name}</span>;
  if (!shown) return <span className={styles.absent}>{block.text?.[locale] ?? name}</span>;
  if (shown.kind === 'heading') return <span className={styles.heading}>{shown.text}</span>;
  if (shown.kind === 'fields') return <Fields shown={shown} />;
  if (shown.kind === 'table') return <Table shown={shown} />;
  if (shown.kind === 'picture') return <span className={styles.picture}>{shown.label}</span>;
  if (shown.kind === 'signature') return <span className={styles.signature}>{shown.text}</span>;
  return <span className={styles.text}>{shown.text}</span>;
}

function Fields({ shown }: { readonly shown: ShownBlock }) {
  return (
    <>
      {shown.title && <span className={styles.title}>{shown.title}</span>}
      <span className={styles.fields} data-columns={shown.columns}>
        {shown.fields?.map(({ label, text, isWide }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one label
          <span key={index} data-wide={isWide || undefined}>
            <span className={styles.label}>{label}</span>
            <span className={styles.text}>{text || '–'}</span>
          </span>
        ))}
      </span>
    </>
  );
}

/** Drawn without table elements, which a button must not contain. */
function Table({ shown }: { readonly shown: ShownBlock }) {
  const { heads = [], rows = [], totals = [] } = shown;
  const columns = heads.map(({ share }) => `${share}fr`).join(' ');
  const line = (cells: readonly string[], name: string, key: number | string) => (
    <span key={key} className={name} style={{ gridTemplateColumns: columns }}>
      {cells.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
        <span key={index} data-number={heads[index]?.isNumber || undefined}>
          {text}
        </span>
      ))}
    </span>
  );
  return (
    <>
      {shown.title && <span className={styles.title}>{shown.title}</span>}
      {line(
        heads.map(({ label }) => label),
        styles.head as string,
        'head',
      )}
      {rows.map((row, index) => line(row, styles.row as string, index))}
      {rows.length === 0 && <span className={styles.text}>{shown.none}</span>}
      {totals.length > 0 && rows.length > 0 && line(totals, styles.head as string, 'totals')}
    </>
  );
}
