import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer, PasskeyOptions } from '@inkling/contracts';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A CBOR byte string of fewer than 65,536 bytes. */
const cborBytes = (bytes: Buffer): Buffer => {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};

interface Device {
  origin?: string;
  rpId?: string;
  /** Whether it asks for a finger or a code. */
  verifies?: boolean;
}

/** An authenticator with one passkey, in place of a device, and the browser that it sits in. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #device: Required<Device>;
  /** What it said last; 0 for one that does not count. */
  count = 1;
  /** Of the account that the passkey was made for. */
  handle: string | undefined;

  constructor(device: Device = {}) {
    this.#device = { origin: 'http://localhost:8080', rpId: 'localhost', verifies: true, ...device };
  }

  make(options: PasskeyOptions, device: Device = {}): NewPasskey {
    this.handle = (options['user'] as { id: string }).id;
    const credentialId = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const data = Buffer.concat([
      this.#data(HAS_CREDENTIAL, device),
      Buffer.alloc(16),
      length,
      credentialId,
      this.#publicKey(),
    ]);
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      Buffer.from('\x63fmt\x64none', 'latin1'),
      Buffer.from('\x67attStmt\xa0', 'latin1'),
      Buffer.from('\x68authData', 'latin1'),
      cborBytes(data),
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#client('webauthn.create', options, device).toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  sign(options: PasskeyOptions, device: Device = {}): PasskeyAnswer {
    if (this.count > 0) this.count += 1;
    const data = this.#data(0, device);
    const client = this.#client('webauthn.get', options, device);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.handle,
      },
    };
  }

  #client(type: string, { challenge }: PasskeyOptions, device: Device): Buffer {
    const { origin } = { ...this.#device, ...device };
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(flags: number, device: Device): Buffer {
    const { rpId, verifies } = { ...this.#device, ...device };
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | USER_PRESENT | (verifies ? USER_VERIFIED : 0)]), count]);
  }

  /** COSE: ES256 on P-256. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001', 'hex'),
      Buffer.from('215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }
}
