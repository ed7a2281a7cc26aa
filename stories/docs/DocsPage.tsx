import { Controls, DocsContext, Story, Unstyled, useOf } from '@storybook/addon-docs/blocks';
import { type ReactNode, useContext } from 'react';
import type { About } from './about.ts';
import { Declaration } from './Declaration.tsx';
import styles from './docs.module.css';
import { StoryFrames } from './StoryFrame.tsx';

type Stories = ReturnType<typeof useStories>['stories'];

/** The docs page of a widget or part: text from its story file, the rest from its stories and schema. */
export function DocsPage() {
  const { name, stories } = useStories();
  const about = stories[0]?.parameters.about as About | undefined;
  const states = stories.find((story) => story.name === 'All States');
  const first =
    stories.find((story) => story.name === 'Filled') ??
    stories.find((story) => story.initialArgs.value !== undefined) ??
    stories[0];
  if (!about || !first) return <Index name={name} stories={stories} />;
  return (
    <Unstyled>
      <article className={styles.page}>
        <header className={styles.head}>
          <h1>{name}</h1>
          <p className={styles.lead}>{about.what}</p>
        </header>
        <Purpose about={about} />
        {states && <States about={about} story={states} />}
        {!about.frame && (
          <Section title="Try it">
            <div className={styles.stage}>
              <Story of={first.moduleExport} />
            </div>
            {hasControls(first) && (
              <div className={styles.controls}>
                <Controls of={first.moduleExport} />
              </div>
            )}
          </Section>
        )}
        <Section title="Anatomy">
          <ol className={styles.anatomy}>{about.anatomy.map(piece)}</ol>
        </Section>
        <div className={styles.pair}>
          <Section title="Keyboard">
            <dl className={styles.keys}>{Object.entries(about.keyboard).map(key)}</dl>
          </Section>
          <Section title="What a screen reader says">
            <p className={styles.heard}>{about.screenReader}</p>
          </Section>
        </div>
        {about.widget && <Declaration widget={about.widget} args={first.initialArgs} />}
        <More stories={stories.filter((story) => story !== states)} />
      </article>
    </Unstyled>
  );
}

function useStories() {
  const context = useContext(DocsContext);
  const { csfFile, preparedMeta } = useOf('meta', ['meta']);
  return {
    name: preparedMeta.title.split('/').at(-1) ?? '',
    stories: context.componentStoriesFromCSFFile(csfFile),
  };
}

function hasControls({ argTypes }: Stories[number]): boolean {
  return Object.values(argTypes).some(({ control, table }) => Boolean(control) && !table?.disable);
}

/** States first, as designers look for them. */
function States({ about, story }: { about: About; story: Stories[number] }) {
  return (
    <Section title="States">
      {about.frame ? <StoryFrames id={story.id} height={about.frame} /> : <Story of={story.moduleExport} />}
    </Section>
  );
}

function Purpose({ about }: { about: About }) {
  return (
    <div className={styles.pair}>
      <div className={styles.use} data-verdict="yes">
        <h2>Use it</h2>
        <ul>{about.use.map(line)}</ul>
      </div>
      <div className={styles.use} data-verdict="no">
        <h2>Use something else</h2>
        <ul>{about.not.map(line)}</ul>
      </div>
    </div>
  );
}

const line = (text: string) => <li key={text}>{text}</li>;

function piece(text: string) {
  const [name, ...rest] = text.split(': ');
  return (
    <li key={text}>
      <strong>{name}</strong>
      <span>{rest.join(': ')}</span>
    </li>
  );
}

function key([keys, does]: [string, string]) {
  return (
    <div key={keys}>
      <dt>
        {keys.split(' ').map((one) => (
          <kbd key={one}>{one}</kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  );
}

/** Links to the other stories. */
function More({ stories }: { stories: Stories }) {
  return stories.length < 2 ? null : <Links stories={stories} />;
}

function Links({ stories }: { stories: Stories }) {
  return (
    <Section title="One by one">
      <ul className={styles.links}>
        {stories.map(({ id, name }) => (
          <li key={id}>
            <a href={`./?path=/story/${id}`} target="_top">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A story file without its own text: whole screens. */
function Index({ name, stories }: { name: string; stories: Stories }) {
  return (
    <Unstyled>
      <article className={styles.page}>
        <header className={styles.head}>
          <h1>{name}</h1>
          <p className={styles.lead}>
            A whole screen on the real server, with the shipped sample data. Each story below opens it in one
            situation.
          </p>
        </header>
        <Links stories={stories} />
      </article>
    </Unstyled>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
