import { Controls, DocsContext, Story, Unstyled, useOf } from '@storybook/addon-docs/blocks';
import { useContext } from 'react';
import type { About } from './about.ts';
import { Declaration } from './Declaration.tsx';
import styles from './docs.module.css';
import { LatestChanges, Status } from './History.tsx';
import { Section } from './Section.tsx';
import { StoryFrames } from './StoryFrame.tsx';
import { useTitles } from './titles.ts';

type Stories = ReturnType<typeof useStories>['stories'];

/** The docs page of a widget or part: text from its story file, the rest from its stories and schema. */
export function DocsPage() {
  const { name, stories } = useStories();
  const say = useTitles();
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
          <Status about={about} />
        </header>
        <Purpose about={about} />
        {states && <States about={about} story={states} />}
        {!about.frame && (
          <Section title={say('try')}>
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
        <Section title={say('anatomy')}>
          <ol className={styles.anatomy}>{about.anatomy.map(piece)}</ol>
        </Section>
        <div className={styles.pair}>
          <Section title={say('keyboard')}>
            <dl className={styles.keys}>{Object.entries(about.keyboard).map(key)}</dl>
          </Section>
          <Section title={say('screenReader')}>
            <p className={styles.heard}>{about.screenReader}</p>
          </Section>
        </div>
        {about.widget && <Declaration widget={about.widget} args={first.initialArgs} />}
        <LatestChanges about={about} />
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
  const say = useTitles();
  return (
    <Section title={say('states')}>
      {about.frame ? <StoryFrames id={story.id} height={about.frame} /> : <Story of={story.moduleExport} />}
    </Section>
  );
}

function Purpose({ about }: { about: About }) {
  const say = useTitles();
  return (
    <div className={styles.pair}>
      <div className={styles.use} data-verdict="yes">
        <h2>{say('use')}</h2>
        <ul>{about.use.map(line)}</ul>
      </div>
      <div className={styles.use} data-verdict="no">
        <h2>{say('not')}</h2>
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
  const say = useTitles();
  return (
    <Section title={say('stories')}>
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
