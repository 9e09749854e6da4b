import { fail, ok, warn } from '../findings.mts';
import type { Host } from '../host.mts';
import type { Check, Context } from '../run.mts';

/** A Date header has whole seconds, and its way takes some time. */
const EXACT_S = 5;
/** Beyond this, links and sessions end at the wrong time, and Google's sign-in is refused. */
const WRONG_S = 60;

/** The clock is kept right, and does not differ from other computers'. */
export const clock: Check = {
  name: 'clock',
  // The clocks of a cluster's nodes cannot be seen from here.
  run: async (context) => [
    ...(context.mode === 'kubernetes' ? [] : [await synchronised(context.host)]),
    ...(await compared(context)),
  ],
};

async function synchronised(host: Host) {
  const systemd = await host.run('timedatectl', ['show', '--property=NTPSynchronized', '--value']);
  if (systemd.code === 0 && systemd.stdout === 'yes') return ok('kept right by NTP');
  const chrony = await host.run('chronyc', ['-c', 'tracking']);
  if (chrony.code === 0) {
    const normal = chrony.stdout.split(',').at(-1) === 'Normal';
    return normal ? ok('kept right by chrony') : fail('chrony has found no time', 'chronyc sources -v');
  }
  if (systemd.code !== 0)
    return warn('nothing here says whether it is kept right', 'Let timedatectl or chrony keep it.');
  return fail('not kept right by NTP', 'sudo timedatectl set-ntp true; timedatectl timesync-status.');
}

/** Compares with servers that the settings or the command name. One on this computer proves nothing. */
async function compared({ origin, options, host }: Context) {
  const servers = [origin, options.timeServer].filter((url) => url !== undefined);
  return (await Promise.all(servers.map((url) => difference(host, url)))).flat();
}

async function difference(host: Host, url: URL) {
  const before = host.now();
  const answer = await host.exchange(url, { method: 'HEAD' }).catch(() => undefined);
  const theirs = Date.parse(answer?.headers.date ?? '');
  // Another check says whether the origin answers.
  if (Number.isNaN(theirs)) return [];
  const here = (before + host.now()) / 2;
  const seconds = Math.round((here - theirs - 500) / 1000);
  const text = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${url.host}`;
  const advice = 'Set the one that is wrong: sudo timedatectl set-ntp true.';
  if (Math.abs(seconds) > WRONG_S) return [fail(text, advice)];
  return [Math.abs(seconds) > EXACT_S ? warn(text, advice) : ok(`as ${url.host}'s`)];
}
