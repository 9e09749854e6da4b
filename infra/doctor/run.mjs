/** Runs checks beside each other, each within its time, and puts their findings in order. */
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../local/failure.mjs';
import { fail, redactor } from './findings.mjs';

const CHECK_MS = 45_000;

/**
 * What checks are given.
 * @typedef {object} Context
 * @property {'start' | 'compose' | 'kubernetes'} mode
 * @property {Readonly<Record<string, string | undefined>>} settings
 * @property {string} envFile path of the file of settings
 * @property {URL | undefined} origin where browsers find the server; undefined where the setting is missing or none
 * @property {import('./options.mjs').Options} options
 * @property {import('./host.mjs').Host} host
 * @property {import('./docker.mjs').Docker} docker
 * @property {import('./kubectl.mjs').Kubectl} kubectl
 */

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {(context: Context) => Promise<import('./findings.mjs').Finding[]>} run
 */

/**
 * @param {readonly Check[]} checks
 * @param {Context} context
 * @param {{ checkMs?: number }} [limits]
 * @returns {Promise<(import('./findings.mjs').Finding & { check: string })[]>} in the order of the checks, without
 *   secrets
 */
export async function runChecks(checks, context, { checkMs = CHECK_MS } = {}) {
  const clean = redactor(context.settings);
  const all = await Promise.all(
    checks.map(async ({ name, run }) => {
      const late = delay(
        checkMs,
        [fail(`no result within ${checkMs / 1000} s`, 'Run it again; look at what it asks.')],
        { ref: false },
      );
      const work = run(context).catch((error) => [
        fail(`the check itself failed: ${reasonOf(error)}`, 'Please report it.'),
      ]);
      return (await Promise.race([work, late])).map((finding) => ({ check: name, ...finding }));
    }),
  );
  return all.flat().map(({ found, advice, ...rest }) => ({
    ...rest,
    found: clean(found),
    ...(advice ? { advice: clean(advice) } : {}),
  }));
}
