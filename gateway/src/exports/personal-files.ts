import type { ExportPart, PersonalCollection, PersonalEntry, PersonalPage, ServiceName } from '@inkling/contracts';

/** A collection of one service. */
export type Collection = { [S in ServiceName]: readonly [S, PersonalCollection<S>] }[ServiceName];

/** A file of the export: a list, a single entry, or an object of both. */
interface PersonalFile {
  readonly part: ExportPart;
  readonly name: `${string}.json`;
  readonly content: Content | Readonly<Record<string, Content>>;
}
interface Content {
  readonly of: Collection;
  /** The one entry itself, not a list. */
  readonly single?: true;
}

/** The files of an export, in the order of its parts. */
export const PERSONAL_FILES: readonly PersonalFile[] = [
  { part: 'polls', name: 'polls.json', content: { of: ['polls', 'polls'] } },
  { part: 'votes', name: 'votes.json', content: { of: ['polls', 'votes'] } },
  { part: 'comments', name: 'comments.json', content: { of: ['polls', 'comments'] } },
  { part: 'likes', name: 'likes.json', content: { of: ['polls', 'likes'] } },
  { part: 'likes', name: 'saves.json', content: { of: ['polls', 'saves'] } },
  { part: 'likes', name: 'reminders.json', content: { of: ['polls', 'reminders'] } },
  {
    part: 'follows',
    name: 'follows.json',
    content: { following: { of: ['social', 'following'] }, followers: { of: ['social', 'followers'] } },
  },
  { part: 'account', name: 'profile.json', content: { of: ['auth', 'profile'], single: true } },
  { part: 'account', name: 'sessions.json', content: { of: ['auth', 'sessions'] } },
  { part: 'account', name: 'notifications.json', content: { of: ['notifications', 'notifications'] } },
  { part: 'account', name: 'searches.json', content: { of: ['search', 'searches'] } },
  { part: 'account', name: 'messages.json', content: { of: ['notifications', 'messages'] } },
  { part: 'account', name: 'reports.json', content: { of: ['community', 'reports'] } },
  {
    part: 'account',
    name: 'settings.json',
    content: {
      notifications: { of: ['notifications', 'preferences'], single: true },
      devices: { of: ['notifications', 'devices'] },
      topics: { of: ['polls', 'topics'], single: true },
      blocked: { of: ['social', 'blocked'] },
      muted: { of: ['social', 'muted'] },
      mutedWords: { of: ['social', 'mutedWords'], single: true },
      deepDives: { of: ['insights', 'deepDives'] },
      acceptedTerms: { of: ['community', 'acceptedTerms'] },
    },
  },
];

/** Reads a page of a collection that continues after an earlier one. */
export type ReadPage = (collection: Collection, after: string | undefined) => Promise<PersonalPage>;

/** A collection page by page, so that only one page is held. */
export async function* pagesOf(read: ReadPage, collection: Collection): AsyncGenerator<PersonalEntry[]> {
  let after: string | undefined;
  do {
    const page = await read(collection, after);
    yield page.entries;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

const isContent = (content: PersonalFile['content']): content is Content => Array.isArray(content['of']);

/** The text of a file, page by page. */
export async function* textOf({ content }: PersonalFile, read: ReadPage): AsyncGenerator<string> {
  if (isContent(content)) {
    yield* textOfContent(content, read);
    yield '\n';
    return;
  }
  let opening = '{\n';
  for (const [name, section] of Object.entries(content)) {
    yield `${opening}${JSON.stringify(name)}: `;
    yield* textOfContent(section, read);
    opening = ',\n';
  }
  yield '\n}\n';
}

async function* textOfContent({ of, single }: Content, read: ReadPage): AsyncGenerator<string> {
  if (single) {
    for await (const [entry] of pagesOf(read, of)) yield JSON.stringify(entry ?? null, null, 2);
    return;
  }
  let opening = '[\n';
  for await (const entries of pagesOf(read, of)) {
    if (entries.length === 0) continue;
    yield `${opening}${entries.map((entry) => JSON.stringify(entry)).join(',\n')}`;
    opening = ',\n';
  }
  yield opening === '[\n' ? '[]' : '\n]';
}
