/// <reference lib="webworker" />
/**
 * Compiles edited declarations and runs the real server on them, in a worker, so that endless or hostile text
 * cannot block the page.
 */
import {
  CompileMemory,
  checkDeclarations,
  compileModel,
  createBundle,
  type DeclarationSet,
  type Finding,
  type Locale,
  locales,
  type Model,
  parseExpression,
} from '#engine';
import { declarations } from '../support/declarations.ts';
import { startStoryServer } from '../support/startStoryServer.ts';
import { addressOf } from './address.ts';
import type { Answered, Answers, Asked, Question, Ready } from './messages.ts';

const options = { parse: parseExpression, memory: new CompileMemory() };
/** Ignore findings in the shipped declarations. */
const before = new Set(checkDeclarations(declarations, options).findings.map(textOf));
let call: typeof fetch | undefined;

self.addEventListener('message', async ({ data: { number, question } }: MessageEvent<Asked>) => {
  const answered: Answered = await answer(question).then(
    (found) => ({ number, answer: found }),
    (error) => ({ number, trouble: error instanceof Error ? error.message : String(error) }),
  );
  self.postMessage(answered);
});
self.postMessage({ ready: true } satisfies Ready);

async function answer(question: Question): Promise<Answers[keyof Answers]> {
  if (question.kind === 'check') return check(question.changes);
  if (question.kind === 'start') return start(question);
  return pass(question);
}

function check(changes: Readonly<Record<string, string>>): Answers['check'] {
  const set = changed(changes);
  const { findings, compilation } = checkDeclarations(set, options);
  const missing = compilation ? missingTexts(compilation.model) : [];
  const rest = missing.length > 0 ? checkDeclarations(withTexts(set, missing), options).findings : findings;
  return { findings: [...rest.filter((finding) => !before.has(textOf(finding))), ...missing.map(lentText)] };
}

type MissingText = { readonly locale: Locale; readonly key: string; readonly text: unknown };

/**
 * Missing texts of edited declarations. Message files cannot be edited here, so the other language or the key
 * stands in.
 */
function missingTexts({ messages, usage }: Model): readonly MissingText[] {
  const used = usage
    .filter(({ of }) => of.startsWith('message:'))
    .map(({ of }) => of.slice('message:'.length));
  const keys = new Set([...used, ...locales.flatMap((locale) => [...messages[locale].keys()])]);
  return locales.flatMap((locale) =>
    [...keys]
      .filter((key) => !messages[locale].has(key))
      .map((key) => {
        const text = locales.map((other) => messages[other].get(key)).find((one) => one !== undefined);
        return { locale, key, text: text ?? key };
      }),
  );
}

function withTexts(set: DeclarationSet, missing: readonly MissingText[]): DeclarationSet {
  const lent = [...new Set(missing.map(({ locale }) => locale))].map((locale) => ({
    file: lentFile(locale),
    json: {
      $schema: '../../../engine/declaration/messages.schema.json',
      messages: Object.fromEntries(
        missing.filter((one) => one.locale === locale).map(({ key, text }) => [key, text]),
      ),
    },
  }));
  return { files: [...set.files, ...lent] };
}

const lentFile = (locale: Locale) => `schemas/messages/${locale}/playground.json`;

function lentText({ locale, key }: MissingText): Finding {
  const message = `No ${locale} text yet. Here the other language or its name stands in; the product needs one in schemas/messages/${locale}/.`;
  return { severity: 'warning', file: lentFile(locale), path: `/messages/${key}`, message };
}

async function start({ changes, screen, role }: Question & { kind: 'start' }): Promise<Answers['start']> {
  const written = changed(changes);
  const missing = missingTexts(compileModel(written, options).model);
  const set = missing.length > 0 ? withTexts(written, missing) : written;
  const server = await startStoryServer({ set, userName: role });
  call = server.fetch;
  const { trees } = compileModel(set, options);
  return {
    bundle: createBundle(set, { model: server.model, trees }),
    address: addressOf(server.model, screen, set),
  };
}

async function pass({ url, method, headers, body }: Question & { kind: 'call' }): Promise<Answers['call']> {
  if (!call) throw new Error('The server has not been started');
  const given = await call(url, { method, headers: headers.map(([name, value]) => [name, value]), body });
  const text = await given.arrayBuffer();
  return { status: given.status, headers: [...given.headers], body: text.byteLength > 0 ? text : null };
}

function changed(changes: Readonly<Record<string, string>>): DeclarationSet {
  return {
    files: declarations.files.map((one) => {
      const text = changes[one.file];
      return text === undefined ? one : { ...one, json: JSON.parse(text) };
    }),
  };
}

function textOf({ file, path, message }: Finding): string {
  return `${file}${path} ${message}`;
}
