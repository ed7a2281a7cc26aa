import { useEffect, useMemo, useState } from 'react';
import { type Finding, kindOfFile } from '#engine';
import { Button, registry } from '#renderer';
import { extensions } from '../support/extensions.ts';
import { Bar } from './Bar.tsx';
import { JsonText, type Sought } from './JsonText.tsx';
import { mostText, readLink, type Shown, writeLink } from './link.ts';
import { PlayedScreen } from './PlayedScreen.tsx';
import styles from './playground.module.css';
import { fieldNames, filesOf, shippedText } from './shipped.ts';
import { useChecked } from './useChecked.ts';

const start: Shown = {
  screen: 'screens/catalogue/product-group-create.json',
  changes: {},
  role: 'admin',
  locale: 'en-CA',
  theme: 'light',
  width: 0,
};
const widgets = [registry, ...extensions.map(({ widgets: own = [] }) => own)].flat().map(({ name }) => name);

type Props = {
  /** The content of a link; absent: the hash of the address. */
  readonly link?: string;
  /** Draws the screen on this page, in its theme and language; otherwise in a frame of the chosen width. */
  readonly isInline?: boolean;
};

/** Declarations on one side and their screen on the other: real renderer, real server, sample data. */
export function Playground({ link: given, isInline = false }: Props) {
  const [shown, setShown] = useState<Shown>();
  const [isUnread, setUnread] = useState(false);
  useEffect(() => {
    const open = async () => {
      const text = given ?? location.hash.slice(1);
      const read = text ? await readLink(text) : start;
      setUnread(!read);
      setShown(read ?? start);
    };
    void open();
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, [given]);
  if (!shown) return null;
  return (
    <>
      {isUnread && (
        <p className={styles.unread} role="alert">
          The link cannot be read, so this starts from the beginning. Copy the link again, whole.
        </p>
      )}
      <Work shown={shown} isInline={isInline} onChange={setShown} />
    </>
  );
}

type WorkProps = {
  readonly shown: Shown;
  readonly isInline: boolean;
  readonly onChange: (shown: Shown) => void;
};

function Work({ shown, isInline, onChange }: WorkProps) {
  const files = useMemo(() => filesOf(shown.screen), [shown.screen]);
  const [chosen, setFile] = useState(shown.screen);
  const file = files.includes(chosen) ? chosen : shown.screen;
  const { findings, good, isChecking } = useChecked(shown.changes);
  const own = useMemo(() => findings.filter((finding) => finding.file === file), [findings, file]);
  const [sought, seek] = useState<Sought>();
  const openFile = (name: string) => {
    setFile(name);
    seek(undefined);
  };
  const goTo = (finding: Finding) => {
    setFile(finding.file);
    seek({ finding });
  };
  const link = useLink(shown);
  const goodLink = useLink(good && { ...shown, changes: good, width: 0 });
  const known = useMemo(
    () => ({ kind: kindOfFile(file) ?? 'screen', fields: fieldNames(shown.screen), widgets }),
    [file, shown.screen],
  );
  useEffect(() => {
    if (link && !isInline) history.replaceState(null, '', `#${link}`);
  }, [link, isInline]);
  const change = (text: string) => {
    const { [file]: _, ...rest } = shown.changes;
    onChange({ ...shown, changes: text === shippedText(file) ? rest : { ...rest, [file]: text } });
  };
  return (
    <div className={styles.playground}>
      <Bar shown={shown} link={link} onChange={onChange} />
      <section className={styles.writing} aria-label="Declaration">
        <Files files={files} chosen={file} changes={shown.changes} onChoose={openFile} />
        <JsonText
          key={file}
          label={file}
          text={shown.changes[file] ?? shippedText(file)}
          known={known}
          findings={own}
          sought={sought?.finding.file === file ? sought : undefined}
          onChange={change}
        />
        <Found findings={findings} isChecking={isChecking} files={files} onGo={goTo} />
      </section>
      <div className={styles.screen}>
        {goodLink && (isInline ? <PlayedScreen link={goodLink} /> : <Frame shown={shown} link={goodLink} />)}
      </div>
    </div>
  );
}

/** A frame with its own width, theme and language. Its hash says what to show. */
function Frame({ shown, link }: { shown: Shown; link: string }) {
  const { theme, locale, width } = shown;
  const globals = `theme:${theme};locale:${locale};framed:yes`;
  const address = `iframe.html?id=playground--screen-alone&viewMode=story&globals=${globals}#${link}`;
  return <iframe src={address} title="Screen" style={{ width: width || '100%' }} />;
}

function Files(props: {
  readonly files: readonly string[];
  readonly chosen: string;
  readonly changes: Shown['changes'];
  readonly onChoose: (file: string) => void;
}) {
  return (
    <div className={styles.files}>
      {props.files.map((file) => (
        <Button
          key={file}
          size="small"
          tone={file === props.chosen ? 'primary' : 'quiet'}
          onPress={() => props.onChoose(file)}
        >
          {file.split('/').slice(-2).join('/')}
          {props.changes[file] !== undefined && ' •'}
        </Button>
      ))}
    </div>
  );
}

type FoundProps = {
  readonly findings: readonly Finding[];
  readonly isChecking: boolean;
  /** Files that can be opened here. */
  readonly files: readonly string[];
  readonly onGo: (finding: Finding) => void;
};

function Found({ findings, isChecking, files, onGo }: FoundProps) {
  const state = isChecking
    ? 'Checking…'
    : findings.length === 0
      ? 'Nothing is wrong.'
      : findings.some(({ severity }) => severity === 'error')
        ? 'The screen shows what was right last.'
        : 'Nothing is wrong that keeps it from being shown.';
  return (
    <div className={styles.found} aria-live="polite">
      <p>{state}</p>
      <ul>
        {findings.slice(0, 30).map((finding) => {
          const { file, path, message, severity } = finding;
          const place = <code>{`${file.split('/').slice(-2).join('/')}${path}`}</code>;
          return (
            <li key={`${file}${path}${message}`} data-severity={severity}>
              {files.includes(file) ? (
                <button type="button" className={styles.place} onClick={() => onGo(finding)}>
                  {place}
                </button>
              ) : (
                place
              )}{' '}
              {message}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The debounced link of what is shown; undefined if it would be too large to open. */
function useLink(shown: Shown | undefined): string | undefined {
  const [link, setLink] = useState<string>();
  const text = shown && JSON.stringify(shown);
  useEffect(() => {
    let isLate = false;
    if (!text || text.length > mostText) {
      setLink(undefined);
      return undefined;
    }
    void writeLink(JSON.parse(text)).then((made) => !isLate && setLink(made));
    return () => {
      isLate = true;
    };
  }, [text]);
  return link;
}
