/** An authenticator in software: ES256 keys, as a phone or a password manager holds them. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Made = { readonly challenge: string; readonly rp?: { readonly id: string }; readonly rpId?: string };
type Falsified = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly challenge?: string;
  readonly userHandle?: string | undefined;
  readonly isVerified?: boolean;
};

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const digest = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

export type SoftKey = ReturnType<typeof createSoftKey>;

export function createSoftKey(home = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let owner = '';
  const clientData = (type: string, { challenge }: Made, false_: Falsified) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: false_.challenge ?? challenge,
        origin: false_.origin ?? home,
        crossOrigin: false,
      }),
    );
  const flagged = (isAttested: boolean, { isVerified = true }: Falsified) =>
    1 | (isVerified ? 4 : 0) | (isAttested ? 64 : 0);
  const authData = (rpId: string, false_: Falsified, attested = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head[0] = flagged(attested.length > 0, false_);
    head.writeUInt32BE(false_.counter ?? ++counter, 1);
    return Buffer.concat([digest(false_.rpId ?? rpId), head, attested]);
  };
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' };
  return {
    id: common.id,
    create: (options: Made & { readonly user: { readonly id: string } }, false_: Falsified = {}) => {
      owner = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const data = authData(options.rp?.id ?? '', false_, attested);
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', options, false_)),
        attestationObject: base64url(
          Buffer.concat([
            Buffer.from([0xa3]),
            ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
            ...[cborText('authData'), cborBytes(data)],
          ]),
        ),
        transports: ['internal'],
      };
      return { ...common, response };
    },
    get: (options: Made, false_: Falsified = {}) => {
      const client = clientData('webauthn.get', options, false_);
      const data = authData(options.rpId ?? '', false_);
      const signature = sign('sha256', Buffer.concat([data, digest(client)]), privateKey);
      const userHandle = 'userHandle' in false_ ? false_.userHandle : owner;
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(userHandle !== undefined && { userHandle }),
      };
      return { ...common, response };
    },
  };
}

function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = (value: string) => cborBytes(Buffer.from(value, 'base64url'));
  // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...[point(x), Buffer.from([0x22]), point(y)],
  ]);
}

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
