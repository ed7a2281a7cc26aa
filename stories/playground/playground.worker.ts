/// <reference lib="webworker" />
/** Compiles what somebody writes and runs the real server on it, where an endless or hostile text stops nobody. */
import {
  checkDeclarations,
  compileModel,
  createBundle,
  type DeclarationSet,
  type Finding,
  parseExpression,
} from '#engine';
import { declarations } from '../support/declarations.ts';
import { startStoryServer } from '../support/startStoryServer.ts';
import { addressOf } from './address.ts';
import type { Answered, Answers, Asked, Question } from './messages.ts';

const options = { parse: parseExpression };
/** What is wrong as shipped is nobody's mistake here. */
let before: ReadonlySet<string> | undefined;
let call: typeof fetch | undefined;

self.addEventListener('message', async ({ data: { number, question } }: MessageEvent<Asked>) => {
  const answered: Answered = await answer(question).then(
    (found) => ({ number, answer: found }),
    (error) => ({ number, trouble: error instanceof Error ? error.message : String(error) }),
  );
  self.postMessage(answered);
});

async function answer(question: Question): Promise<Answers[keyof Answers]> {
  if (question.kind === 'check') return check(question.changes);
  if (question.kind === 'start') return start(question);
  return pass(question);
}

function check(changes: Readonly<Record<string, string>>): Answers['check'] {
  before ??= new Set(checkDeclarations(declarations, options).findings.map(textOf));
  const known = before;
  const { findings } = checkDeclarations(changed(changes), options);
  return { findings: findings.filter((finding) => !known.has(textOf(finding))) };
}

async function start({ changes, screen, role }: Question & { kind: 'start' }): Promise<Answers['start']> {
  const set = changed(changes);
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

const textOf = ({ file, path, message }: Finding) => `${file}${path} ${message}`;
