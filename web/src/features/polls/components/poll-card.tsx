import { lazy, memo, Suspense, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router';
import type { Author, InsightKind, Poll } from '@inkling/contracts';
import { PersonMenu } from '../../../components/person-menu/person-menu';
import { DELETED_USER_ID } from '@inkling/contracts/constants';
import { Avatar } from '../../../components/ui/avatar';
import { Tally } from '../../../components/ui/tally';
import { activeLocale, t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';
import { shortAgo, timeLeft } from '../../../lib/time';
import { useAuthor } from '../api/author';
import { useDeepDiveOffer } from '../api/deep-dive-offer';
import { useInsights } from '../api/insights';
import { useLike } from '../api/like';
import { useSave } from '../api/save';
import { useVote } from '../api/vote';
import { actionOf } from '../card-shortcuts';
import { inkOf, questionAttributes } from '../model/appearance';
import { useFifthVote } from '../model/fifth-vote';
import { hasCounts, wholeCount } from '../model/tally';
import { useLiveCard } from '../use-live-poll';
import { usePollClock, useResultsAtEnd } from '../use-poll-clock';
import { announce } from '../../../lib/announcer';
import { PollActions } from './poll-actions';
import { PollMedia } from './poll-media';
import { PollMenu } from './poll-menu';
import { PollOptions } from './poll-options';
import { PollResults, spokenResults } from './poll-results';
import { RecommendationChip } from './recommendation-chip';
import { RollingNumber } from './rolling-number';
import '../../../lib/i18n/poll-strings';
import styles from './poll-card.module.css';

const HiddenNote = lazy(async () => ({
  default: (await import('../../../components/hidden-note/hidden-note')).HiddenNote,
}));
const InsightsPanel = lazy(async () => ({ default: (await import('./insights-panel')).InsightsPanel }));

/** Characters above which a question is set smaller. */
const LONG_QUESTION = 150;

interface PollCardProps {
  poll: Poll;
  /** On the poll's own page the question is the page's heading and no link. */
  alone?: boolean;
  /** The first card of its screen. */
  first?: boolean;
  /** Runs when the author has deleted the poll here. */
  onDeleted?: () => void;
}

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
const reportsOf = ({ id, media }: Poll) => [
  { kind: 'poll' as const, id },
  ...(media ? [{ kind: 'picture' as const, id }] : []),
];

interface HeadProps extends Pick<PollCardProps, 'poll' | 'onDeleted'> {
  now: number;
  ended: boolean;
  /** The poll ended while on screen: the stamp is animated. */
  landed: boolean;
}

function Head({ poll, now, ended, landed, onDeleted }: HeadProps) {
  const { user } = useSession();
  const { userId, createdAt } = poll;
  const time = shortAgo(createdAt, now);
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
      {user?.id === userId && <PollMenu poll={poll} onDeleted={() => onDeleted?.()} />}
      {user && user.id !== userId && poll.user && (
        <PersonMenu person={poll.user} label={t('polls.more')} reports={reportsOf(poll)} />
      )}
    </header>
  );
}

/**
 * `opening` is true from the moment at which results open while the card is on screen, and the result is then
 * announced; a card that `began` with results neither announces nor animates them.
 */
function useOpening(poll: Poll, shows: boolean): { began: boolean; opening: boolean } {
  const [began] = useState(shows && hasCounts(poll));
  const open = shows && hasCounts(poll);
  const said = useRef(began);
  useEffect(() => {
    if (!open || said.current) return;
    said.current = true;
    announce(spokenResults(poll));
  }, [open, poll]);
  return { began, opening: open && !began };
}

/**
 * The kind of this poll's Deep Dive, null for none. Where the server offers no new ones, the poll's own page still
 * shows an existing one.
 */
function useDeepDive(pollId: number, alone: boolean): InsightKind | null {
  const { offer, known } = useDeepDiveOffer();
  const { data } = useInsights(pollId, alone && known && offer === null);
  return offer ?? (alone && data?.hasInsights ? data.kind : null);
}

const QuestionLink = memo(({ pollId, from, text }: { pollId: number; from: string; text: string }) => (
  <Link to={`/poll/${pollId}`} state={{ from }}>
    {text}
  </Link>
));

/** A poll with all its actions. Follows its live counts while on screen. */
export function PollCard({ poll, alone = false, first = alone, onDeleted }: PollCardProps) {
  const questionId = useId();
  const panelId = useId();
  const [diving, setDiving] = useState(false);
  const deepDive = useDeepDive(poll.id, alone);
  const fifth = useFifthVote(poll.id);
  const article = useRef<HTMLElement>(null);
  const { now, ended, landed } = usePollClock(poll.endDate);
  const near = useLiveCard(article, poll.id, ended && !hasCounts(poll));
  useResultsAtEnd(poll, ended, near);
  const { vote } = useVote();
  const like = useLike(poll.id);
  const save = useSave(poll.id);

  const shows = poll.userVote !== null || ended;
  const { began, opening } = useOpening(poll, shows);
  const total = wholeCount(poll.votesCount);

  const choose = (option: number) => {
    // Voting removes the focused button, so focus moves to the card first.
    if (article.current?.querySelector('.opts')?.contains(document.activeElement))
      article.current.focus({ preventScroll: true });
    vote(poll, option);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf(event.nativeEvent);
    if (action === null) return;
    if (action === 'like') like.toggle(poll);
    else if (action === 'save') save.toggle(poll);
    else if (shows || action >= poll.options.length) return;
    else choose(action);
    event.preventDefault();
  };

  const { pathname } = useLocation();
  // Parents render again when the language changes.
  const locale = activeLocale();
  const Question = alone ? 'h1' : 'h2';
  const question = poll.question.length > LONG_QUESTION ? 'question question-long' : 'question';
  return (
    <article
      ref={article}
      className="poll"
      data-ink={inkOf(poll.id)}
      data-poll-id={poll.id}
      aria-labelledby={questionId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <RecommendationChip poll={poll} />
      <Head poll={poll} now={now} ended={ended} landed={landed} onDeleted={onDeleted} />
      {poll.hidden && (
        <Suspense fallback={null}>
          <HiddenNote />
        </Suspense>
      )}
      <Question id={questionId} className={question} {...questionAttributes(poll)}>
        {alone ? poll.question : <QuestionLink pollId={poll.id} from={pathname} text={poll.question} />}
      </Question>
      <PollMedia
        media={poll.media}
        mediaInfo={poll.mediaInfo}
        question={poll.question}
        sensitive={poll.sensitive ?? null}
        locale={locale}
        first={first}
      />
      {shows ? (
        <PollResults poll={poll} entering={opening} still={began} />
      ) : (
        <PollOptions poll={poll} labelledBy={questionId} onChoose={choose} />
      )}
      <p className="tally-line">
        <span>
          <b>
            <RollingNumber value={total} />
          </b>{' '}
          {t('polls.votesWord', { count: total })}
        </span>
        {fifth && (
          <span className={styles.fifth} role="img" aria-label={t('polls.fifthVote')} title={t('polls.fifthVote')}>
            <Tally count={5} className={styles.tally} />
          </span>
        )}
        <span className="left">{timeLeft(poll.endDate, now)}</span>
      </p>
      <div className="perf" />
      <PollActions
        poll={poll}
        locale={locale}
        from={alone ? null : pathname}
        diving={deepDive === null ? null : diving}
        panelId={panelId}
        onDive={() => setDiving((open) => !open)}
      />
      {diving && deepDive && (
        <div className={styles.fold}>
          <div>
            <Suspense fallback={<div className="pulse" aria-hidden="true" />}>
              <InsightsPanel pollId={poll.id} id={panelId} heading={alone ? 'h2' : 'h3'} kind={deepDive} />
            </Suspense>
          </div>
        </div>
      )}
    </article>
  );
}
