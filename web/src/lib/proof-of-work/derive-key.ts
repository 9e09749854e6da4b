import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { DeriveKeyFunction } from 'altcha-lib';
import { deriveKey as native } from 'altcha-lib/algorithms/web/pbkdf2';

/** Milliseconds after which a slice ends, so that the page stays usable. */
const SLICE_MS = 12;
let sliceBegan = 0;

/** Where the address has no https, browsers keep their own cryptography away from pages. */
const inScript: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  if (performance.now() - sliceBegan > SLICE_MS) {
    await new Promise((resolve) => setTimeout(resolve));
    sliceBegan = performance.now();
  }
  return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) };
};

/** One try of a proof of work. The browser derives keys off the main thread. */
export const deriveKey: DeriveKeyFunction = (parameters, salt, password) =>
  (globalThis.crypto?.subtle ? native : inScript)(parameters, salt, password);
