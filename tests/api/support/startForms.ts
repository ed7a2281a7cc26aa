/** An application with public forms over an entity of its own, and what a browser does to answer one. */
import { createHash } from 'node:crypto';
import {
  type Answer,
  type Ask,
  type Running,
  type StoreKind,
  startApp,
  withDeclarations,
} from './startApp.ts';

const texts = (en: string, fr = `${en} (fr)`) => ({ 'en-CA': en, 'fr-CA': fr });

const entity = {
  $id: 'inquiry',
  title: 'Inquiry',
  'x-plural': 'Inquiries',
  type: 'object',
  required: ['Name', 'Email', 'Source'],
  properties: {
    Name: { type: 'string', minLength: 1, maxLength: 100, title: 'Name' },
    Email: { type: 'string', format: 'email', maxLength: 200, title: 'Email' },
    Note: {
      type: 'string',
      format: 'multiline',
      maxLength: 2000,
      title: 'Note',
      description: 'What you ask.',
    },
    Kind: { 'x-lookup': 'address-type', title: 'Kind' },
    Amount: { type: 'number', 'x-money': { scale: 2 }, minimum: 0, title: 'Amount' },
    FriendId: { 'x-ref': 'inquiry', title: 'Friend' },
    Secret: { type: 'string', maxLength: 100, title: 'Secret' },
    Source: { type: 'string', maxLength: 50, title: 'Source' },
    Paper: {
      type: 'string',
      format: 'file',
      'x-file': { accept: ['text/plain'], maxBytes: 1000 },
      title: 'Paper',
    },
    StateId: { 'x-lookup': 'address-type', default: 1, readOnly: true, title: 'State' },
  },
  'x-history': true,
};

const usual = {
  ...{ id: 'inquiry.ask', address: 'ask', title: texts('Ask us'), thanks: texts('Thank you') },
  consent: texts('You may keep this.', 'Vous pouvez garder ceci.'),
  fields: [
    ...['Name', 'Email'].map((field) => ({ field })),
    { field: 'Note', section: texts('Your question', 'Votre question') },
    ...['Kind', 'Amount', 'Paper'].map((field) => ({ field })),
    { field: 'FriendId', where: "Source = 'listed'" },
  ],
  set: { Source: "'web'" },
  confirm: {
    to: 'Email',
    subject: texts('Hello {{ Name }}', 'Bonjour {{ Name }}'),
    text: texts('We got it.'),
  },
  notify: { roles: ['admin'] },
  link: { fields: ['Name', 'Note'], days: 2, once: true },
};

const behaviour = {
  for: 'inquiry',
  rules: [
    {
      id: 'inquiry.large',
      check: 'Amount < 1000 or $not($has(Amount))',
      at: ['Amount'],
      message: 'file.not-yours',
    },
  ],
  workflow: {
    field: 'StateId',
    transitions: [{ id: 'take', from: ['Business'], to: 'Mailing', access: 'login', label: 'ui.yes' }],
  },
  policy: { view: 'User.Manage', write: 'User.Manage' },
  publicForms: [
    usual,
    { ...usual, id: 'inquiry.shut', address: 'shut', off: true },
    { ...usual, id: 'inquiry.later', address: 'later', from: '2027-01-01' },
    { ...usual, id: 'inquiry.past', address: 'past', until: '2026-01-01' },
    { ...usual, id: 'inquiry.few', address: 'few', mostPerDay: 2, languages: ['fr-CA'] },
  ],
};

/** Answers that each belong to one person of the organization. */
const owned = [
  {
    file: 'schemas/test/errand/entity.json',
    json: {
      ...{ $id: 'errand', title: 'Errand', 'x-plural': 'Errands', type: 'object' },
      required: ['Name'],
      properties: {
        Name: { type: 'string', maxLength: 100, title: 'Name' },
        Doer: { type: 'string', maxLength: 100, title: 'Doer' },
      },
      'x-rowAccess': {
        to: [{ where: 'Doer', is: '$user.UserName' }],
        unless: { feature: 'User.Manage' },
      },
    },
  },
  {
    file: 'schemas/test/errand/behaviour.json',
    json: {
      for: 'errand',
      policy: { view: 'login', write: 'login' },
      publicForms: [
        {
          ...{ id: 'errand.ask', address: 'errand', title: texts('Send us'), thanks: texts('It is done') },
          fields: [{ field: 'Name' }, { field: 'Doer' }],
          notify: { roles: ['manager'], people: ['viewer'] },
        },
      ],
    },
  },
];

const declared = (publicForms: readonly object[]) =>
  withDeclarations([
    { file: 'schemas/test/inquiry/entity.json', json: entity },
    {
      file: 'schemas/messages/fr-CA/inquiry.json',
      json: { messages: { 'help.inquiry.Note': 'Ce que vous demandez.' } },
    },
    { file: 'schemas/test/inquiry/behaviour.json', json: { ...behaviour, publicForms } },
    ...owned,
  ]);

export const forms = declared(behaviour.publicForms);

/** A later release, in which every form is turned off. */
export const formsOff = () => declared(behaviour.publicForms.map((form) => ({ ...form, off: true })));

export type Visitor = {
  readonly ask: Ask;
  readonly definition: (address?: string) => Promise<Answer>;
  /** Solves the challenge of a fresh page and sends an answer. */
  readonly send: (values: object, more?: object, address?: string) => Promise<Answer>;
  readonly solve: (address?: string) => Promise<Solved>;
};

type Solved = { readonly Challenge: string; readonly Number: number; readonly Consent: string };

export async function startForms(store: StoreKind) {
  const letters: { to: string; subject: string; text: string }[] = [];
  const mail = { send: async (letter: (typeof letters)[number]) => void letters.push(letter) };
  const app: Running = await startApp({ store, added: forms, ports: { mail } });
  const visitor = visitorOf(await app.as(undefined));
  return { app, letters, ...visitor };
}

export function visitorOf(ask: Ask): Visitor {
  const definition = (address = 'ask') => ask('GET', `/publicforms/${address}`);
  const solve = async (address?: string) => {
    const { body } = await definition(address);
    return {
      Challenge: body.Challenge,
      Number: solved(body.Challenge, body.Bits),
      Consent: body.Consent?.Version,
    };
  };
  const send: Visitor['send'] = async (Values, more = {}, address = 'ask') =>
    ask('POST', `/publicforms/${address}`, { ...(await solve(address)), Language: 'en-CA', Values, ...more });
  return { ask, definition, solve, send };
}

/** The number that solves a challenge. */
export const solved = (challenge: string, bits: number): number =>
  numberWith(challenge, (zeros) => zeros >= bits);

/** A number that is one bit short of solving a challenge. */
export const almostSolved = (challenge: string, bits: number): number =>
  numberWith(challenge, (zeros) => zeros === bits - 1);

function numberWith(challenge: string, isFit: (zeros: number) => boolean): number {
  for (let number = 0; ; number += 1) {
    const hash = createHash('sha256').update(`${challenge}:${number}`).digest();
    if (isFit(Math.clz32(hash.readUInt32BE(0)))) return number;
  }
}
