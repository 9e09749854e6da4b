/**
 * A deploy from an older version to this one, on an installation that it makes and removes, while people use it; then
 * deploys of broken images. `--help` says what is proved.
 */
import { underOwnNode } from '../local/own-node.mjs';

const HELP = `node infra/deploy/rehearse.mjs [options]

Needs Docker, git, and the base images (infra/docker/offline where no registry can be reached), on a computer that
serves nobody. Makes an installation of the version --from, in a compose project of its own; sends requests and holds
sockets; deploys the version --to and goes back; deploys it again, killed half way and continued; then deploys a gateway
that never becomes ready and a service that ends at once, which has to go back by itself. Asserts that no request fails
and that every socket is open again within five seconds.
--data is for a version that docs/operations/upgrade.md has deployed with --data: without it, the deploy has to be
refused and nobody may notice; with it, answers may be 503 for some seconds.

  --from REF     the version before (the last tag v*, else the commit that gave package.json its version)
  --to REF       the version to deploy (HEAD)
  --project NAME (inkling-rehearsal)
  --port N       of nginx on this machine (8095)
  --rate N       requests a second (50)
  --sockets N    (200)
  --data         deploy the version --to with --data
  --built        the images are there from a run with --keep
  --keep         leave images and folder; containers and volumes always go
  --help`;

await underOwnNode(import.meta.filename, async (args) => {
  const { FLAG, readCommandLine, TEXT, wholeNumberOr } = await import('../local/command-line.mts');
  const texts = { from: TEXT, to: TEXT, project: TEXT, port: TEXT, rate: TEXT, sockets: TEXT };
  const known = { ...texts, data: FLAG, built: FLAG, keep: FLAG, help: FLAG };
  const { values } = readCommandLine('node infra/deploy/rehearse.mjs', { args, options: known });
  if (values.help) return console.log(HELP);
  const { rehearse } = await import('./rehearsal.mts');
  const { lastRelease } = await import('./checkout.mts');
  await rehearse({
    from: values.from ?? (await lastRelease()),
    to: values.to ?? 'HEAD',
    project: values.project ?? 'inkling-rehearsal',
    port: wholeNumberOr('port', values.port, 8095, 65_535),
    rate: wholeNumberOr('rate', values.rate, 50, 1_000),
    sockets: wholeNumberOr('sockets', values.sockets, 200, 400),
    data: values.data,
    built: values.built,
    keep: values.keep,
  });
});
