/** Runs checks beside each other, each within its time, and puts their findings in order. */
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../local/failure.mjs';
import type { Docker } from './docker.mts';
import { fail, redactor, type Finding } from './findings.mts';
import type { Host } from './host.mts';
import type { Installation } from './installation.mts';
import type { Kubectl } from './kubectl.mts';
import type { Options } from './options.mts';

const CHECK_MS = 45_000;

/** What checks are given. */
export interface Context extends Installation {
  options: Options;
  host: Host;
  docker: Docker;
  kubectl: Kubectl;
}

export interface Check {
  name: string;
  run: (context: Context) => Promise<Finding[]>;
}

/** @returns findings in the order of the checks, without secrets */
export async function runChecks(
  checks: readonly Check[],
  context: Context,
  { checkMs = CHECK_MS }: { checkMs?: number } = {},
): Promise<(Finding & { check: string })[]> {
  const clean = redactor(context.settings);
  const late = fail(`no result within ${checkMs / 1000} s`, 'Run it again; look at what it asks.');
  const all = await Promise.all(
    checks.map(async ({ name, run }) => {
      const work = run(context).catch((error: unknown) => [
        fail(`the check itself failed: ${reasonOf(error)}`, 'Please report it.'),
      ]);
      const findings = await Promise.race([work, delay(checkMs, [late], { ref: false })]);
      return findings.map(({ found, advice, ...rest }) => ({
        check: name,
        ...rest,
        found: clean(found),
        ...(advice ? { advice: clean(advice) } : {}),
      }));
    }),
  );
  return all.flat();
}
