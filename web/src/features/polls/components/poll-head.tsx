import { memo, useRef } from 'react';
import { Link } from 'react-router';
import type { Author, Poll } from '@inkling/contracts';
import { DELETED_USER_ID } from '@inkling/contracts/constants';
import { PersonMenu } from '../../../components/person-menu/person-menu';
import { ActionMenu } from '../../../components/ui/action-menu';
import { Avatar } from '../../../components/ui/avatar';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';
import { shortAgo } from '../../../lib/time';
import { useAuthor } from '../api/author';
import { useReminder } from '../api/reminder';
import type { QuestionKind } from '../ballots/card-question';
import { PollMenu } from './poll-menu';
import '../../../lib/i18n/poll-strings';
import styles from './poll-head.module.css';

interface BylineProps {
  author: Author | null;
  userId: number;
  createdAt: string;
  /** The age in words. */
  time: string;
}

const Byline = memo(({ author, userId, createdAt, time }: BylineProps) => (
  <>
    <Avatar user={author} />
    <Link className="who" to={`/profile/${userId}`}>
      <span className="who-name">
        <bdi>{author?.name ?? '\u2026'}</bdi>
      </span>
      <span className="who-sub is-timed">
        {author?.username && <bdi>@{author.username}</bdi>}
        {author?.username && ' · '}
        <time dateTime={createdAt}>{time}</time>
      </span>
    </Link>
  </>
));

const FoundByline = ({ userId, ...rest }: Omit<BylineProps, 'author'>) => (
  <Byline author={useAuthor({ user: null, userId })} userId={userId} {...rest} />
);

const DeletedByline = ({ createdAt, time }: Pick<BylineProps, 'createdAt' | 'time'>) => (
  <>
    <Avatar user={null} />
    <div className="who">
      <span className="who-name">{t('polls.deletedUser')}</span>
      <span className="who-sub is-timed">
        <time dateTime={createdAt}>{time}</time>
      </span>
    </div>
  </>
);

/** The parts of a poll that can be reported. */
const reportsOf = ({ id, media, options }: Poll) => [
  { kind: 'poll' as const, id },
  ...(media || options[0]?.image ? [{ kind: 'picture' as const, id }] : []),
];

interface HeadProps {
  poll: Poll;
  /** Runs when the author has deleted the poll here. */
  onDeleted?: () => void;
  /** Asks in the card. */
  onAsk: (question: QuestionKind) => void;
  now: number;
  ended: boolean;
  /** The poll ended while on screen: the stamp is animated. */
  landed: boolean;
}

/** Author, age, the stamp of a poll that has ended, and the menu. */
export function PollHead({ poll, now, ended, landed, onDeleted, onAsk }: HeadProps) {
  const { user } = useSession();
  const { userId, createdAt } = poll;
  const time = shortAgo(createdAt, now);
  const reminder = useReminder(poll);
  const trigger = useRef<HTMLButtonElement>(null);
  const looks =
    ended || poll.userVoted || poll.userAbstained || poll.resultsVisible
      ? []
      : [
          {
            text: t('polls.seeResults'),
            note: t('polls.seeResultsNote'),
            icon: <Icon name="eye" size="m" />,
            onChoose: () => onAsk('abstain'),
          },
        ];
  // Voters and the author are told anyway.
  const reminders =
    ended || poll.userVoted
      ? []
      : [
          {
            text: t(poll.userReminded ? 'polls.tellResultNot' : 'polls.tellResult'),
            ...(poll.userReminded ? {} : { note: t('polls.tellResultNote') }),
            icon: <Icon name="bell" size="m" />,
            onChoose: () => reminder.toggle(poll),
          },
        ];
  const others = [...reminders, ...looks];
  return (
    <header className="poll-head">
      {poll.user ? (
        <Byline author={poll.user} userId={userId} createdAt={createdAt} time={time} />
      ) : userId === DELETED_USER_ID ? (
        <DeletedByline createdAt={createdAt} time={time} />
      ) : (
        <FoundByline userId={userId} createdAt={createdAt} time={time} />
      )}
      {ended && (
        <span className={landed ? `${styles.stamp} ${styles.isLanding}` : styles.stamp}>
          <span>{t('polls.pollEnded')}</span>
        </span>
      )}
      {user?.id === userId && (
        <PollMenu poll={poll} shared={looks} ended={ended} onEnd={() => onAsk('end')} onDeleted={() => onDeleted?.()} />
      )}
      {user && user.id !== userId && poll.user && (
        <PersonMenu person={poll.user} label={t('polls.more')} before={others} reports={reportsOf(poll)} />
      )}
      {user && userId === DELETED_USER_ID && others.length > 0 && (
        <ActionMenu label={t('polls.more')} entries={others} trigger={trigger} />
      )}
    </header>
  );
}
