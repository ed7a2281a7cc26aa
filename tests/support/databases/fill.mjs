// Fills a new database over HTTP with what people keep in one, and notes what every list then answers.
// `node tests/support/databases/fill.mjs <origin> <password of admin> <notes.json>`, beside a server of the version
// to be kept, started with SEED=none; stop the server and gzip the database beside the notes.
import { writeFileSync } from 'node:fs';

const [origin, password, notes] = process.argv.slice(2);
const later = 'second-Keep-9054';
let cookie = '';

await signIn(password);
await ask('PUT', '/account/password', { CurrentPassword: password, NewPassword: later });
await signIn(later);
await publishOverlay();
await signIn(later);
await fillRecords();
writeFileSync(notes, `${JSON.stringify({ password: later, lists: await readLists() }, null, 1)}\n`);

async function signIn(secret) {
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserName: 'admin', Password: secret }),
  });
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function ask(method, path, body, { expected = [200, 201, 204], headers = {} } = {}) {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body && JSON.stringify(body),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await answer.body.cancel();
  const text = isStream ? '' : await answer.text();
  if (!expected.includes(answer.status))
    throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 400)}`);
  return {
    status: answer.status,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  };
}

async function publishOverlay() {
  const texts = (en, fr) => ({ 'en-CA': en, 'fr-CA': fr });
  const choice = (name, fr) => ({ name, title: texts(name, fr) });
  const changes = {
    'entity/claim': { title: texts('Claim', 'Réclamation'), plural: texts('Claims', 'Réclamations') },
    'field/claim.Amount': { type: 'money', title: texts('Amount', 'Montant') },
    'field/claim.Happened': { type: 'date', title: texts('Happened', 'Survenue') },
    'field/claim.Kind': {
      type: 'choice',
      title: texts('Kind', 'Genre'),
      choices: [choice('Glass', 'Vitre'), choice('Theft', 'Vol')],
    },
    'field/claim.Settled': { type: 'boolean', title: texts('Settled', 'Réglée') },
    'field/claim.ProductId': { type: 'reference', reference: 'product', title: texts('Product', 'Produit') },
    'field/product.InternalCode': { type: 'text', title: texts('Internal code', 'Code interne') },
    'role/admin': { add: ['Custom.Claim.View', 'Custom.Claim.Edit'] },
  };
  for (const [place, change] of Object.entries(changes))
    await ask('PUT', `/configure/draft/${place}`, change);
  const first = await ask('POST', '/configure/publish', {}, { expected: [201, 428] });
  if (first.status === 201) return;
  const tokens = first.body.Confirmations.map(({ Token }) => Token).join(',');
  await ask('POST', '/configure/publish', {}, { expected: [201], headers: { 'x-confirm': tokens } });
}

async function fillRecords() {
  const first = async (path) => (await ask('GET', path)).body.Items[0]?.Id;
  const address = {
    AddressTypeId: 1,
    AddressLine1: '100 Queen Street',
    City: 'Ottawa',
    CountryId: 'CA',
    ProvinceId: 'ON',
    PostalCode: 'K1P 1J9',
  };
  const profile = async (type, body) =>
    (await ask('POST', `/profile/${type}`, { ...body, Addresses: [address] })).body.Id;
  await profile('dealer', {
    TradingName: 'Rideau Motors',
    LegalName: 'Rideau Motors Ltd.',
    AccountTypeId: 1,
  });
  const product = {
    Name: 'Harbour Care',
    Code: 'KEPT-1',
    Version: '1.0',
    Description: 'Éprouvé “as is”: 1 < 2 & 3.',
    BrandId: await profile('brand', { Name: 'Acadia', Code: 'ACA', IsOperational: true }),
    ProductTypeId: await first('/product/producttypes'),
    UnderwriterId: await profile('underwriter', { Name: 'Acadian Mutual' }),
    QuoteExpiryInDays: 30,
    LaunchDate: '2030-01-15',
  };
  const made = await ask('POST', '/product', product);
  const claims = [
    {
      Name: 'Windscreen',
      Amount: 1234.5,
      Happened: '2024-02-29',
      Kind: 'Glass',
      Settled: true,
      ProductId: made.body.Id,
    },
    { Name: 'Côté passager', Amount: 0.1, Happened: '1999-12-31', Kind: 'Theft', Settled: false },
    { Name: 'Empty' },
  ];
  for (const claim of claims) await ask('POST', '/custom/claim', claim);
  await ask('PUT', '/preference/display', { theme: 'dark' });
}

/** Path of each list → number of records, and the first records whole. */
async function readLists() {
  const { body } = await ask('GET', '/openapi.json');
  const lists = {};
  for (const [path, { get }] of Object.entries(body.paths)) {
    if (!get || path.includes('{')) continue;
    const answer = await ask(
      'GET',
      path.replace(/^\/api/, ''),
      undefined,
      [200, 204, 302, 400, 403, 404, 406, 422, 503],
    );
    if (answer.status !== 200 || !Array.isArray(answer.body?.Items)) continue;
    lists[path] = {
      count: answer.body.TotalCount ?? answer.body.Items.length,
      first: answer.body.Items.slice(0, 3),
    };
  }
  return lists;
}
