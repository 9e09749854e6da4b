import type { ActKind, NoticeContent } from '@inkling/contracts';

/** The words of a mail about a decision of the moderators. */
export interface ModerationWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
  readonly after: readonly string[];
}

type ActNotice = Extract<NoticeContent, { kind: 'act' }>;
type Quoted = NonNullable<ActNotice['object']>;

const NOUNS: Record<Quoted['kind'], string> = {
  poll: 'poll',
  comment: 'comment',
  profile: 'profile',
  // What is decided about a picture is done to its poll.
  picture: 'poll',
};

const nounOf = (object: Quoted | null): string => NOUNS[object?.kind ?? 'profile'];

/** `30 November 2026, 09:12 UTC`: the reader's own time zone is not known. */
const instantOf = (at: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`;

/** What was done, as a heading. */
function headingOf(act: ActKind, object: Quoted | null): string {
  switch (act) {
    case 'hide':
      return `Your ${nounOf(object)} was hidden`;
    case 'delete':
      return object?.kind === 'profile' ? 'Your profile picture was removed' : `Your ${nounOf(object)} was deleted`;
    case 'sensitive':
      return 'Your picture was marked as sensitive';
    case 'warn':
      return 'You got a warning';
    case 'silence':
      return 'You are shown to your followers only';
    case 'suspend':
      return 'Your account is suspended';
    case 'dismiss':
      return `Your ${nounOf(object)} stays as it is`;
  }
}

/** What it means for the person. */
function effectOf({ act, object, until }: ActNotice): string[] {
  const forPicture = object?.kind === 'picture';
  switch (act) {
    case 'hide':
      return [
        ...(forPicture ? ['The picture is the reason, and the whole poll is hidden with it.'] : []),
        'Only you see it now. Its votes are kept.',
      ];
    case 'delete':
      return [
        ...(forPicture ? ['The picture is the reason, and the whole poll is deleted with it.'] : []),
        'Nobody sees it any more.',
      ];
    case 'sensitive':
      return ['It is covered until people choose to see it.'];
    case 'silence':
      return [
        'Feed, search and trending show you and your polls to your followers alone. ' +
          'Your profile and links to your polls work as before, and you can ask, vote and comment.',
      ];
    case 'suspend':
      return [until === null ? 'The suspension has no end.' : `The suspension ends on ${instantOf(until)}.`];
    case 'warn':
    case 'dismiss':
      return [];
  }
}

const quoteOf = (object: Quoted | null): string[] => (object?.excerpt ? [`“${object.excerpt}”`] : []);

/** The words for each kind of notice. */
export function moderationMailWords(notice: NoticeContent): ModerationWords {
  const button = 'See the decision';
  switch (notice.kind) {
    case 'act':
      return {
        subject: headingOf(notice.act, notice.object),
        paragraphs: [
          ...quoteOf(notice.object),
          ...(notice.rule ? [`Rule ${notice.rule.number}: ${notice.rule.text}`] : []),
          notice.reason,
          ...effectOf(notice),
        ],
        button,
        after:
          notice.open && notice.appealUntil !== null
            ? [`You can appeal once, until ${instantOf(notice.appealUntil)}.`]
            : [],
      };
    case 'act-undone':
      return {
        subject: 'A decision was taken back',
        paragraphs: [`“${headingOf(notice.act, notice.object)}” does not hold any more.`, ...quoteOf(notice.object)],
        button,
        after: [],
      };
    case 'appeal-decided':
      return {
        subject: notice.outcome === 'undone' ? 'Your appeal succeeded' : 'Your appeal was answered',
        paragraphs: [
          notice.outcome === 'undone'
            ? 'The decision was taken back.'
            : 'Somebody has read your appeal. The decision stays, and this answer is final.',
          ...quoteOf(notice.object),
          notice.reason,
        ],
        button,
        after: [],
      };
    case 'report-decided':
      return {
        subject: 'What came of your report',
        paragraphs: [
          notice.act === null || notice.act === 'dismiss'
            ? 'The moderators have looked at what you reported, and it stays as it is. Thank you.'
            : 'The moderators have looked at what you reported, and your report helped. Thank you.',
        ],
        button,
        after: [],
      };
  }
}
