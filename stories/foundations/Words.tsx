import docs from '../docs/docs.module.css';
import { declarations } from '../support/declarations.ts';
import { Page, Section } from './Page.tsx';

type Messages = Readonly<Record<string, unknown>>;
type Rule = { readonly title: string; readonly note: string; readonly keys: RegExp; readonly most?: number };

const rules: readonly Rule[] = [
  {
    title: 'Buttons',
    note: 'A verb, and its object where it is not clear from the page: “Save”, “Remove Gold”. In French the infinitive: « Enregistrer ». No “Click here”, no exclamation mark. Yes and No only where a question was asked.',
    keys: /^ui\.(save|cancel|close|retry|reload|remove-item|discard|clear|yes|no|save-bar\.save|sign-out)$/,
  },
  {
    title: 'Buttons that destroy',
    note: 'The deed, and what goes where the row or the page does not say it: “Delete profile”, never “OK” or “Confirm”. Delete what is gone for good, remove what only leaves a list, deactivate or abandon what stays on record. The question before it has Yes and No, or the deed and Cancel: the deed is red, and the other answer has the focus.',
    keys: /^(eligibility\.delete|new-used-rule\.delete|profile\.delete|profile\.deactivate|ui\.remove-item|product\.abandon)$|^configure\.draft\.discard$/,
  },
  {
    title: 'What is wrong with a field',
    note: 'It stands below its control, behind the help, in red and with a sign; after Save a list above the form leads to each. Name the field and say what will do, with the limit in it. Never blame (“you entered”), never only “invalid” where more is known.',
    keys: /^validation\.(required|minimum|maximum|lookup|enum|format\.date|format\.email|type\.number|type\.integer)$/,
  },
  {
    title: 'What went wrong elsewhere',
    note: 'Say what happened, what is safe, and what to do, in this order. Whoever reads it has typed something and fears for it.',
    keys: /^ui\.(error\.[a-z-]+|not-found\.[a-z]+)$/,
    most: 8,
  },
  {
    title: 'No notifications yet',
    note: 'Say what will appear here, and how to create the first one. “Nothing found.” only after a search.',
    keys: /^(users|history|parameter|product\.deductible|product-relationships|contract-start-rule|product-types)\.empty$|^ui\.no-results$/,
    most: 9,
  },
  {
    title: 'Done',
    note: 'One sentence in the past, with a full stop. It goes by itself.',
    keys: /^ui\.(saved|done|file\.ready)$|\.(imported|copied)$/,
    most: 6,
  },
  {
    title: 'Questions before something is done',
    note: 'Say what will be lost, then ask. The dangerous answer is never the one that has the focus.',
    keys: /\.confirm$/,
    most: 5,
  },
];

/** Writing rules, with texts of the application as examples. */
export function Words() {
  const [english, french] = [messagesOf('en-CA'), messagesOf('fr-CA')];
  return (
    <Page
      title="Words"
      lead="Short, plain and exact, in both languages as if each were the first. The examples below are what the application says now."
    >
      {rules.map(({ title, note, keys, most = 12 }) => (
        <Section key={title} title={title} note={note}>
          <div className={docs.scroll}>
            <table className={docs.table}>
              <thead>
                <tr>
                  <th scope="col">Message</th>
                  <th scope="col">English (en-CA)</th>
                  <th scope="col">French (fr-CA)</th>
                </tr>
              </thead>
              <tbody>
                {Object.keys(english)
                  .filter((key) => keys.test(key) && french[key] !== undefined)
                  .slice(0, most)
                  .map((key) => (
                    <tr key={key}>
                      <th scope="row">
                        <code>{key}</code>
                      </th>
                      <td lang="en-CA">{textOf(english[key])}</td>
                      <td lang="fr-CA">{textOf(french[key])}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </Section>
      ))}
      <Section
        title="Canadian French"
        note="Guillemets with a thin space inside « comme ceci »; the percent and dollar signs behind the number; no space before ! ? ; and one before the colon. A label may be a third longer than in English: labels go over several lines and are never cut."
      >
        {null}
      </Section>
    </Page>
  );
}

function messagesOf(language: string): Messages {
  const files = declarations.files.filter(({ file }) => file.includes(`/messages/${language}/`));
  return Object.assign({}, ...files.map(({ json }) => (json as { messages?: Messages }).messages));
}

/** The text of a message; of a plural message, the form for many. */
function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return String((message as { other?: string }).other ?? '');
}
