/** Certificates for specs, with any validity. X.509 is written by hand, so that no tool is needed. */
import { generateKeyPairSync, sign } from 'node:crypto';

const ECDSA_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const ALT_NAME = '0603551d11';
const VERSION_3 = 'a003020102';
const SERIAL = '02020100';

function der(tag: number, ...parts: (string | Buffer)[]) {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)));
  const length = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const time = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`));

/**
 * A certificate for localhost and 127.0.0.1 that signs itself.
 * @returns PEM
 */
export function selfSigned({ from, to }: { from: Date; to: Date }): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, ECDSA_SHA256);
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('localhost')))));
  const names = der(0x30, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = der(0xa3, der(0x30, der(0x30, ALT_NAME, der(0x04, names))));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const validity = der(0x30, time(from), time(to));
  const body = der(0x30, VERSION_3, SERIAL, algorithm, name, validity, name, spki, extensions);
  const signature = der(0x03, '00', sign('sha256', body, privateKey));
  const lines =
    der(0x30, body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  const cert = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
