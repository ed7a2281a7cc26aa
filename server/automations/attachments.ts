/** What automations attach to letters: named with the letter, and made when it is sent. */
import type { DataRecord, Locale, StepModel } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { largestAttachments } from '../mail/letters.ts';
import { isAllowed } from '../operations/authorize.ts';
import { authorizeReading } from '../operations/mayReadAny.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import { type Content, LetterRefused } from '../ports/Mail.ts';
import { callAs, callOf } from './callAs.ts';
import type { Carrying, Running } from './Run.ts';

/** `as`: the person whose rights a print has, or the user name of the owner; neither: the system. */
export type Attached =
  | { readonly kind: 'upload'; readonly id: string; readonly name: string }
  | {
      readonly kind: 'print';
      readonly entity: string;
      readonly id: string;
      readonly format?: string;
      readonly as?: string;
      readonly owner?: string;
      readonly locale: Locale;
    };

type Reader = { readonly call: OperationCall; readonly locale: Locale; readonly person?: DataRecord };

/** What the owner of the automation and the reader may both see. */
export async function attachedTo(
  running: Running,
  { attach }: StepModel,
  { carrying, reader }: { readonly carrying: Carrying; readonly reader: Reader },
): Promise<readonly Attached[]> {
  if (!attach) return [];
  const { subject } = carrying;
  const { entity } = subject.plan;
  const id = String(subject.record.Id);
  const files: Attached[] = [];
  let size = 0;
  for (const name of attach.files ?? []) {
    const view = entity.policy.fields[name]?.view;
    if (view && ![running.scope.call, reader.call].every(({ features }) => isAllowed(view, features)))
      continue;
    for (const file of await filesIn(running, subject.record[name])) {
      size += Number(file.Size ?? 0);
      files.push({ kind: 'upload', id: String(file.Id), name: String(file.Name) });
    }
  }
  if (size > largestAttachments)
    throw new Refusal('validation', 'automation.problem.attachments', { params: { limit: '15 MB' } });
  if (attach.print === undefined) return files;
  if (subject.isRemoved) throw new Refusal('validation', 'automation.problem.print-removed', {});
  authorizeReading(running.scope.call, entity);
  const { owner } = running.automation;
  return [
    ...files,
    {
      ...{ kind: 'print', entity: entity.id, id, locale: reader.locale },
      ...(attach.print !== 'default' && { format: attach.print }),
      ...(reader.person ? { as: String(reader.person.Id) } : owner !== undefined && { owner }),
    },
  ];
}

async function filesIn({ raw }: Running, value: unknown): Promise<readonly DataRecord[]> {
  const ids = (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => {
    const id = typeof one === 'object' && one !== null ? (one as DataRecord).Id : one;
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
  return ids.length > 0 ? raw.getMany('file', ids) : [];
}

/** In a trial, prints are made at once, so that what is wrong with them shows. */
export async function namesOf(
  { base, isTrial }: Running,
  call: OperationCall,
  all: readonly Attached[],
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const one of all) {
    if (one.kind === 'upload') names.push(one.name);
    else if (isTrial) names.push((await printOf(base, call, one)).name);
    else names.push(one.format ?? 'default');
  }
  return names;
}

async function printOf(
  { printing }: Runtime,
  call: OperationCall,
  { entity, id, format, locale }: Extract<Attached, { kind: 'print' }>,
): Promise<Content> {
  if (!printing) throw new Refusal('conflict', 'automation.problem.no-print', {});
  const { content, name } = await printing.record({ ...call, locale }, { entity, id, format });
  return { name, content };
}

/** The contents as the letter leaves: rights and the record may have changed since. */
export async function contentsOf(
  runtime: Runtime,
  zone: string,
  all: readonly Attached[],
): Promise<readonly Content[]> {
  const contents: Content[] = [];
  let size = 0;
  for (const one of all) {
    const content = one.kind === 'upload' ? await fileOf(runtime, one) : await printFor(runtime, zone, one);
    size += content.content.length;
    if (size > largestAttachments) throw new LetterRefused('The attachments are larger than 15 MB.');
    contents.push(content);
  }
  return contents;
}

async function fileOf(
  { ports }: Runtime,
  { id, name }: Extract<Attached, { kind: 'upload' }>,
): Promise<Content> {
  const content = await ports.files.bytes(id);
  if (!content) throw new LetterRefused('The attachment is gone.');
  return { name, content };
}

async function printFor(
  runtime: Runtime,
  zone: string,
  print: Extract<Attached, { kind: 'print' }>,
): Promise<Content> {
  const person = print.as === undefined ? undefined : await runtime.store.get('user', print.as);
  const call = person ? await callOf(runtime, person, zone) : await callAs(runtime, print, zone);
  if (!call) throw new LetterRefused('The person for whom the print is made can no longer sign in.');
  try {
    return await printOf(runtime, call, print);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new LetterRefused(`The print could not be made: ${error.key}.`, { cause: error });
  }
}
