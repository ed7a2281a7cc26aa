/** What a browser needs to build the same model: the bundle, and validators that satisfy a strict CSP. */
import { type DeclarationFile, kindOfFile, type ModelBundle, validatorModuleSource } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import { acceptedEncoding } from '../http/acceptedEncoding.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { text } from '../http/respond.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';

/** `/model` and `/model/validators.js`; built and compressed once per model. */
export function modelEndpoints(runtime: RuntimeOfAll): readonly Endpoint[] {
  const whole = createPart('whole', jsonType, () => JSON.stringify(runtime.bundle));
  const open = createPart('public', jsonType, () => JSON.stringify(publicBundle(runtime.bundle)));
  const validators = createPart('validators', scriptType, () => validatorModuleSource(runtime.model));
  return [
    {
      method: 'GET',
      path: '/model',
      asks: [
        { name: 'part', schema: { enum: ['public'] }, description: 'public: what the sign-in page needs.' },
        askedText('v', 'The version that is known.'),
      ],
      ids: [],
      access: { kind: 'public' },
      handle: (call) => {
        const isPublic = call.query().get('part') === 'public';
        if (!isPublic && !call.session) throw refusals.notLoggedIn();
        return answer(call, isPublic ? open : whole);
      },
    },
    {
      method: 'GET',
      path: '/model/validators.js',
      asks: [askedText('v', 'The version: an answer for it never changes.')],
      ids: [],
      access: { kind: 'login' },
      handle: (call) => answer(call, validators),
    },
  ];
}

const jsonType = 'application/json; charset=utf-8';
const scriptType = 'text/javascript; charset=utf-8';

type Part = {
  readonly name: string;
  readonly type: string;
  readonly body: () => string;
  readonly packed: () => Promise<ArrayBuffer>;
};

function createPart(name: string, type: string, make: () => string): Part {
  const body = once(make);
  return { name, type, body, packed: once(() => pack(body())) };
}

/** An address with the version can be cached forever. */
async function answer(call: ApiCall, part: Part): Promise<Response> {
  const { version } = call.runtime.model;
  const etag = `"${version}-${part.name}"`;
  const isNamed = call.query().get('v') === version;
  const headers = {
    etag,
    'cache-control': isNamed ? 'private, max-age=31536000, immutable' : 'no-cache',
    vary: 'Cookie, Authorization, Accept-Encoding',
  };
  const coding = acceptedEncoding(call.request.headers.get('accept-encoding'), ['gzip']);
  if (!coding) return text(part.body(), part.type, headers);
  return text(await part.packed(), part.type, {
    ...headers,
    etag: `W/${etag}`,
    'content-encoding': coding,
  });
}

function pack(body: string): Promise<ArrayBuffer> {
  return new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The bundle before sign-in: settings, texts of the shell and public screens, nothing about the business. */
function publicBundle(bundle: ModelBundle): ModelBundle {
  return { version: bundle.version, files: bundle.files.flatMap(publicFile), trees: {} };
}

const openPrefixes = ['ui.', 'server.'];

function publicFile(entry: DeclarationFile): readonly DeclarationFile[] {
  const kind = kindOfFile(entry.file);
  if (kind === 'defaults') return [entry];
  if (kind === 'screen')
    return (entry.json as { readonly access?: unknown }).access === 'public' ? [entry] : [];
  if (kind !== 'messages') return [];
  const json = entry.json as { readonly messages?: Readonly<Record<string, unknown>> };
  const texts = Object.entries(json.messages ?? {}).filter(([key]) =>
    openPrefixes.some((prefix) => key.startsWith(prefix)),
  );
  return texts.length === 0
    ? []
    : [{ file: entry.file, json: { ...json, messages: Object.fromEntries(texts) } }];
}
