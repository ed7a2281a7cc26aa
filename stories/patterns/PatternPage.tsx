import docs from '../docs/docs.module.css';
import { StoryFrame } from '../docs/StoryFrame.tsx';
import { Page, Section } from '../foundations/Page.tsx';
import { declarations } from '../support/declarations.ts';
import { declaredAt } from './declaredAt.ts';
import { type Pattern, patterns } from './patterns.ts';

/** A pattern: what to do on real screens, what to avoid, and the declaration that makes it. */
export function PatternPage({ of }: { of: keyof typeof patterns }) {
  const { title, lead, do: shown, avoid, declared, note }: Pattern = patterns[of];
  return (
    <Page title={title} lead={lead}>
      <Section title="Do">
        {shown.map(({ text, story, height = 320, locale, width }) => (
          <div key={text}>
            <p className={docs.note}>{text}</p>
            <StoryFrame id={story} title={text} height={height} locale={locale} width={width} />
          </div>
        ))}
      </Section>
      <Section title="Avoid">
        <div className={docs.use} data-verdict="no">
          <ul>
            {avoid.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      </Section>
      {declared && (
        <Section title="The declaration that makes it" note={note}>
          <figure className={docs.code}>
            <figcaption>{declared.file}</figcaption>
            <pre>{JSON.stringify(declaredAt(declarations.files, declared), null, 2)}</pre>
          </figure>
        </Section>
      )}
    </Page>
  );
}
