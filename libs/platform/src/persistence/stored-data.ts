import type { PlatformTables } from './platform.entities.js';

/** A sentence in each language of the product. */
export interface Words {
  readonly en: string;
  readonly de: string;
}

/**
 * How long rows of a table stay:
 * - `account`: as long as the person has the account,
 * - `vote`: as long as the poll exists; without the account the vote stays counted, and its person is removed,
 * - `poll`: as long as the poll exists,
 * - `content`: until the person deletes what the row is about, and at most as long as the account,
 * - `work`: until a queue has done its work, which is minutes unless something is down,
 * - `operator`: until the operator removes them,
 * - `days`: that many days, then the clean-up task of that name deletes them, or deletes the rows of the table `with`,
 *   and these with them. Shorter times are stated as one day,
 * - `setting`: for the time that the setting says, then likewise.
 */
export type Kept =
  | { readonly for: 'account' | 'content' | 'vote' | 'poll' | 'work' | 'operator' | 'ever' }
  | { readonly days: number; readonly task: string; readonly with?: string }
  | { readonly setting: string; readonly task: string };

/** A table with data about people. */
export interface PersonalTable {
  readonly about: 'people';
  readonly holds: Words;
  readonly why: Words;
  readonly kept: Kept;
  /** The file of a person's export that holds the rows, or the reason why none does. */
  readonly exported: `${string}.json` | { readonly not: string };
  /** Rows name addresses of networks, which stay for at most 30 days. */
  readonly networks?: true;
}

/** A table without data about people, such as sums or queues of numbers. */
export interface ImpersonalTable {
  readonly about: 'nobody';
  readonly holds: string;
  readonly kept: Kept | { readonly for: 'ever' };
}

export type StoredTable = PersonalTable | ImpersonalTable;

/** What a service stores: an entry for each of its own tables. */
export type StoredData<Tables> = Readonly<
  Record<Exclude<keyof Tables, keyof PlatformTables | keyof typeof sharedData>, StoredTable>
>;

/** Tables of mechanisms that some services have in their schemas. */
export const sharedData = {
  person_limits: {
    about: 'people',
    holds: {
      en: 'How often you did something in the present hour, day or week.',
      de: 'Wie oft du in dieser Stunde, an diesem Tag oder in dieser Woche etwas getan hast.',
    },
    why: {
      en: 'To keep the limits that stop floods of polls and comments.',
      de: 'Um die Grenzen einzuhalten, die Fluten von Umfragen und Kommentaren verhindern.',
    },
    kept: { days: 8, task: 'Removing the windows of limits that have ended' },
    exported: { not: 'Counts that end within hours, those of renames within a week.' },
  },
  purged_users: {
    about: 'people',
    holds: {
      en: 'The number of an account that was deleted, and when.',
      de: 'Die Nummer eines gelöschten Kontos und wann es gelöscht wurde.',
    },
    why: {
      en: 'So that nothing that arrives late brings it back.',
      de: 'Damit nichts, was verspätet eintrifft, es zurückbringt.',
    },
    kept: { for: 'ever' },
    exported: { not: 'Begins when the account ends.' },
  },
} as const satisfies Readonly<Record<string, StoredTable>>;

/** The tables of a service that keeps a copy of social's blocks and mutes. */
export const copiesOfBlocks = {
  blocks: {
    about: 'people',
    holds: {
      en: 'Whom you blocked.',
      de: 'Wen du blockiert hast.',
    },
    why: {
      en: 'To keep you out of sight of each other.',
      de: 'Damit ihr einander nicht begegnet.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of settings.json, with versions that outlive the block.' },
  },
  mutes: {
    about: 'people',
    holds: {
      en: 'Whom you muted.',
      de: 'Wen du stummgeschaltet hast.',
    },
    why: {
      en: 'To keep them out of your sight.',
      de: 'Damit du ihnen nicht begegnest.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of settings.json, with versions that outlive the block.' },
  },
} as const satisfies Readonly<Record<string, StoredTable>>;

/** The table of a service that keeps the settings of the instance. */
export const copyOfSettings = {
  instance_settings: {
    about: 'nobody',
    holds: 'What the operator decides about the instance.',
    kept: { for: 'ever' },
  },
} as const satisfies Readonly<Record<string, StoredTable>>;

/** The tables of a service that keeps authors whose things are for their followers alone, with these followers. */
export const copiesOfAudiences = {
  restricted_authors: {
    about: 'people',
    holds: {
      en: 'Whether moderators show you to your followers alone, and whether you have asked a poll for them.',
      de: 'Ob die Moderation dich nur Followern zeigt, und ob du eine Umfrage nur für sie gestellt hast.',
    },
    why: {
      en: 'To keep you, or such polls, from everybody else.',
      de: 'Um dich oder solche Umfragen allen anderen nicht zu zeigen.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of decisions that notifications.json tells, with a version that outlives them.' },
  },
  audience_follows: {
    about: 'people',
    holds: {
      en: 'Whom you follow, of people with polls for followers or whom moderators show to these alone.',
      de: 'Wem du folgst, von Leuten mit Umfragen für Follower oder die die Moderation nur diesen zeigt.',
    },
    why: {
      en: 'So that you see them and these polls.',
      de: 'Damit du sie und diese Umfragen siehst.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of follows.json, while such a decision holds.' },
  },
} as const satisfies Readonly<Record<string, StoredTable>>;

/** The tables that every service has in its own schema. */
export const platformData: Readonly<Record<keyof PlatformTables, StoredTable>> = {
  outbox: {
    about: 'people',
    holds: {
      en: 'Facts for other parts of the server, such as a new comment. Never a choice.',
      de: 'Tatsachen für andere Teile des Servers, etwa ein neuer Kommentar. Nie eine Auswahl.',
    },
    why: {
      en: 'So that no change is lost while a part is down.',
      de: 'Damit keine Änderung verloren geht, solange ein Teil ausgefallen ist.',
    },
    kept: { days: 14, task: 'Removing old outbox and inbox rows' },
    exported: { not: 'Repeats what the other tables hold.' },
  },
  inbox: {
    about: 'nobody',
    holds: 'Numbers of the events that were taken in.',
    kept: { days: 30, task: 'Removing old outbox and inbox rows' },
  },
  dead_letters: {
    about: 'people',
    holds: {
      en: 'Facts as above that could not be processed.',
      de: 'Tatsachen wie oben, die nicht verarbeitet werden konnten.',
    },
    why: {
      en: 'So that the operator can repeat them after mending the fault.',
      de: 'Damit der Betreiber sie wiederholen kann, wenn der Fehler behoben ist.',
    },
    kept: { for: 'operator' },
    exported: { not: 'Repeats what the other tables hold.' },
  },
};
