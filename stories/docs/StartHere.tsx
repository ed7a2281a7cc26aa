import { Unstyled } from '@storybook/addon-docs/blocks';
import type { ReactNode } from 'react';
import { PageSearch } from '../find/PageSearch.tsx';
import { questions } from '../find/questions.ts';
import styles from './docs.module.css';
import { StoryFrame } from './StoryFrame.tsx';

const choices = [
  {
    title: '3: Radio',
    id: 'widgets-radio--filled',
    says: 'All in sight: a person compares without opening anything. Up to five.',
    page: 'widgets-radio--overview',
  },
  {
    title: '30: Select',
    id: 'widgets-select--thirty-choices',
    says: 'A list that opens; a letter jumps. Up to about thirty.',
    page: 'widgets-select--overview',
  },
  {
    title: '3,000: Reference',
    id: 'widgets-reference--three-thousand-choices',
    says: 'A part of the name finds it; the server searches. Any number.',
    page: 'widgets-reference--overview',
  },
] as const;

const several = [
  ['Up to about ten, any of them', 'Flags', 'widgets-flags--overview'],
  ['A handful of a long list', 'References', 'widgets-references--overview'],
  ['Dozens of thousands', 'Record picker', 'widgets-record-picker--overview'],
  ['Yes or no, each by itself', 'Checkbox', 'widgets-checkbox--overview'],
] as const;

/** Answers common questions of designers with live stories. */
export function StartHere() {
  return (
    <Unstyled>
      <article className={styles.page}>
        <header className={styles.head}>
          <h1>Start here</h1>
          <p className={styles.lead}>
            Every widget and part of the product, as it really is: the pages draw the running code, the tokens
            and the language’s own schemas. Nothing here is a picture.
          </p>
        </header>
        <PageSearch />
        <p className={styles.note}>
          Or look through the <PageLink to="find-by-need--overview">index by need</PageLink>, with a picture
          of each answer.
        </p>
        <Asked />
        <Choices />
        <LongLabel />
        <LockedMoney />
        <Looking />
      </article>
    </Unstyled>
  );
}

function Asked() {
  return (
    <Question title="Questions that designers ask">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Answer</th>
            <th scope="col">Seen in</th>
          </tr>
        </thead>
        <tbody>
          {questions.map(({ asked: [question = ''], answer, page, story }) => (
            <tr key={question}>
              <td>{question}</td>
              <td>{answer}</td>
              <td>
                <a href={`./?path=/story/${story}`} target="_top">
                  The story
                </a>
                {' · '}
                <PageLink to={`${idOf(page)}--overview`}>{page.split('/').at(-1)}</PageLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Question>
  );
}

/** `Patterns/Long work` → `patterns-long-work`. */
const idOf = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');

function Choices() {
  return (
    <Question title="Which widget for 3, 30 and 3,000 choices?">
      <div className={styles.frames}>
        {choices.map(({ title, id, says, page }) => (
          <div key={id}>
            <StoryFrame id={id} title={title} height={260} />
            <p className={styles.note}>
              {says} <PageLink to={page}>Its page</PageLink>
            </p>
          </div>
        ))}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Several may hold</th>
            <th scope="col">Widget</th>
          </tr>
        </thead>
        <tbody>
          {several.map(([when, name, page]) => (
            <tr key={name}>
              <td>{when}</td>
              <td>
                <PageLink to={page}>{name}</PageLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Question>
  );
}

function LongLabel() {
  return (
    <Question title="What happens to a long French label at 320 px?">
      <p className={styles.note}>
        It goes over as many lines as it needs. Nothing is cut, nothing shrinks, and the control keeps its
        height; the amount is written the French way. Labels are written for both languages, and French may be
        a third longer.
      </p>
      <div className={styles.row}>
        <StoryFrame
          id="widgets-money--long-label"
          title="320 px, fr-CA"
          locale="fr-CA"
          width={320}
          height={210}
        />
        <StoryFrame
          id="widgets-money--long-label"
          title="320 px, fr-CA, dark"
          locale="fr-CA"
          theme="dark"
          width={320}
          height={210}
        />
      </div>
    </Question>
  );
}

function LockedMoney() {
  return (
    <Question title="What does a locked money field look like in the dark?">
      <p className={styles.note}>
        On a form what is locked is plain text, so that nobody tries. Where inputs must stay in line, as in a
        table, it stays an input and is greyed. Both can be read and copied.
      </p>
      <div className={styles.row}>
        <StoryFrame
          id="widgets-money--read-only"
          title="As text, dark"
          theme="dark"
          width={320}
          height={110}
        />
        <StoryFrame
          id="widgets-money--locked"
          title="As an input, dark"
          theme="dark"
          width={320}
          height={110}
        />
        <StoryFrame id="widgets-money--locked" title="The same, light" width={320} height={110} />
      </div>
    </Question>
  );
}

function Looking() {
  return (
    <Question title="How to look at anything">
      <p className={styles.note}>
        The toolbar above chooses theme (also side by side), language, width (320, 768, 1280) and, for whole
        screens, the role of the person. Widgets are what a screen asks for; parts are what widgets and pages
        are built of. On the page of a widget, its controls change what it holds, its words and its states.
        Tags name the requirements a story proves.
      </p>
    </Question>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={`./?path=/docs/${to}`} target="_top">
      {children}
    </a>
  );
}
