import { EVENTS, SERVICES } from '@inkling/contracts';
import { producerOf, streamOf, type ServiceDefinition } from '@inkling/platform';
import { LIVE, USERS, callsOf, servedBy } from './access.mts';
import { consumersOf } from './consumers.mts';

const PRODUCERS = [...new Set(EVENTS.map(({ type }) => producerOf(type)))];
const STREAMS = PRODUCERS.map(streamOf);

/**
 * What one user may publish and subscribe to; everything else is refused.
 *
 * Each user has its own inboxes, so that nobody reads another's answers. Only those that answer a user may publish to
 * its inboxes. Only the operator may create or change streams (`npm run admin -- streams`), because a stream can be
 * configured to capture any subject, sign-ins included.
 */
export interface Access {
  user: string;
  publish: string[];
  subscribe: string[];
}

/** @param definitions services and gateway */
export function accessOf(definitions: readonly ServiceDefinition[]): Access[] {
  return USERS.map((user) => {
    const definition = definitions.find(({ name }) => name === user);
    if (user !== 'admin' && !definition) throw new Error(`There is no application ${user}.`);
    const served = servedBy(user);
    const answers = USERS.filter((caller) => callsOf(caller).some((subject) => served.includes(subject))).map(inboxOf);
    const publish = [
      ...callsOf(user),
      ...eventsOf(user),
      ...(LIVE[user]?.sends ?? []),
      ...answers,
      ...(definition ? consuming(consumersOf(definition)) : operating()),
    ];
    const subscribe = [...served, ...(LIVE[user]?.hears ?? []), inboxOf(user)];
    return { user, publish: sorted(publish), subscribe: sorted(subscribe) };
  });
}

const inboxOf = (user: string) => `_INBOX.${user}.>`;
const eventsOf = (user: string) => EVENTS.map(({ type }) => type).filter((type) => producerOf(type) === user);
const sorted = (subjects: string[]) => [...new Set(subjects)].sort();

const consuming = (consumers: { name: string; type: string }[]) => [
  '$JS.API.INFO',
  ...STREAMS.map((stream) => `$JS.API.STREAM.INFO.${stream}`),
  ...consumers.flatMap(({ name, type }) => {
    const consumer = `${streamOf(producerOf(type))}.${name}`;
    return [
      `$JS.API.CONSUMER.INFO.${consumer}`,
      `$JS.API.CONSUMER.CREATE.${consumer}.${type}`,
      `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
      `$JS.ACK.${consumer}.>`,
    ];
  }),
];

const operating = () => [
  '$JS.API.INFO',
  '$JS.API.STREAM.NAMES',
  ...STREAMS.flatMap((stream) => [
    ...['CREATE', 'UPDATE', 'INFO', 'DELETE'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
    `$JS.API.CONSUMER.LIST.${stream}`,
  ]),
];

/** The users of the NATS account, as its configuration has them. Passwords come from NATS_PASSWORD_<USER>. */
export function permissionsText(access: readonly Access[]): string {
  const list = (subjects: string[]) => subjects.map((subject) => `          ${JSON.stringify(subject)}`).join('\n');
  const users = access.map(
    ({ user, publish, subscribe }) => `  {
    user: ${user}
    password: $NATS_PASSWORD_${user.toUpperCase()}
    permissions: {
      publish: {
        allow: [
${list(publish)}
        ]
      }
      subscribe: {
        allow: [
${list(subscribe)}
        ]
      }
    }
  }`,
  );
  return `# Made by \`node infra/nats/generate.mjs\` from libs/contracts, the services' consumers and
# infra/nats/access.mts; a test compares.
users: [
${users.join('\n')}
]
`;
}

/** The definition of every application, from its package. */
export async function applications(): Promise<ServiceDefinition[]> {
  const modules = await Promise.all([...SERVICES, 'gateway'].map((name) => import(`@inkling/${name}`)));
  return modules.map((exported) => exported.service ?? exported.gateway);
}
