import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useInView } from 'react-intersection-observer';
import { Link, useLocation } from 'react-router-dom';
import type { Poll } from '@inkling/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { Tally } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';
import { shortAgo, timeLeft } from '../../../lib/time';
import { useAuthor } from '../api/author';
import { useLike } from '../api/like';
import { useSave } from '../api/save';
import { useVote } from '../api/vote';
import { actionOf } from '../keys';
import { directionOf, inkOf } from '../model/appearance';
import { useFifthVote } from '../model/fifth-vote';
import { hasCounts, wholeCount } from '../model/tally';
import { sharePoll } from '../share-poll';
import { useLivePoll } from '../use-live-poll';
import { usePollClock, useResultsAtEnd } from '../use-poll-clock';
import { announce } from '../../../lib/announcer';
import { PollActions } from './poll-actions';
import { PollMedia } from './poll-media';
import { PollMenu } from './poll-menu';
import { PollOptions } from './poll-options';
import { PollResults, spokenResults } from './poll-results';
import { RecommendationChip } from './recommendation-chip';
import { RollingNumber } from './rolling-number';
import './poll-card.css';

const InsightsPanel = lazy(() => import('./insights-panel'));

/** Longer questions are set smaller (mocks, "Changed from visual-language.md", 8). */
const LONG_QUESTION = 150;

interface PollCardProps {
  poll: Poll;
  /** On the poll's own page the question is the page's heading and no link. */
  alone?: boolean;
  /** Runs when the author has deleted the poll here. */
  onDeleted?: () => void;
}

interface HeadProps extends Pick<PollCardProps, 'poll' | 'onDeleted'> {
  now: number;
  ended: boolean;
  /** It has ended while on screen: the stamp comes down. */
  landed: boolean;
}

function Head({ poll, now, ended, landed, onDeleted }: HeadProps) {
  const { user } = useSession();
  const author = useAuthor(poll);
  const time = shortAgo(poll.createdAt, now);
  return (
    <header className="poll-head">
      <Avatar user={author} />
      <Link className="who" to={`/profile/${poll.userId}`}>
        <span className="who-name">
          <bdi>{author?.name ?? '\u2026'}</bdi>
        </span>
        <span className="who-sub">
          {author?.username && <bdi>@{author.username}</bdi>}
          {author?.username && ' · '}
          <time dateTime={poll.createdAt}>{time}</time>
        </span>
      </Link>
      {ended && (
        <span className={landed ? 'stamp is-landing' : 'stamp'}>
          <span>{t('polls.pollEnded')}</span>
        </span>
      )}
      {user?.id === poll.userId && <PollMenu poll={poll} onDeleted={() => onDeleted?.()} />}
    </header>
  );
}

/**
 * `opening` is true from the moment at which results open while the card is on screen, and the result is then announced;
 * a card that `began` with them neither announces nor moves.
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

/** A poll with everything one can do with it. Follows its live counts while on screen. */
export function PollCard({ poll, alone = false, onDeleted }: PollCardProps) {
  const questionId = useId();
  const panelId = useId();
  const [diving, setDiving] = useState(false);
  const fifth = useFifthVote(poll.id);
  const { ref, inView } = useInView({ rootMargin: '200px 0px', initialInView: alone });
  const article = useRef<HTMLElement | null>(null);
  const attach = useCallback(
    (node: HTMLElement | null) => {
      article.current = node;
      ref(node);
    },
    [ref],
  );
  const { now, ended, landed } = usePollClock(poll.endDate);
  useLivePoll(poll.id, inView);
  useResultsAtEnd(poll, ended, inView);
  const { vote } = useVote();
  const like = useLike(poll.id);
  const save = useSave(poll.id);

  const shows = poll.userVote !== null || ended;
  const { began, opening } = useOpening(poll, shows);
  const total = wholeCount(poll.votesCount);

  const choose = (option: number) => {
    // The button that has the focus goes away with the vote.
    if (article.current?.querySelector('.opts')?.contains(document.activeElement)) article.current.focus({ preventScroll: true });
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
  const Question = alone ? 'h1' : 'h2';
  const question = poll.question.length > LONG_QUESTION ? 'question question-long' : 'question';
  return (
    <article
      ref={attach}
      className="poll"
      data-ink={inkOf(poll.id)}
      data-poll-id={poll.id}
      aria-labelledby={questionId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <RecommendationChip poll={poll} />
      <Head poll={poll} now={now} ended={ended} landed={landed} onDeleted={onDeleted} />
      <Question id={questionId} className={question} dir={directionOf(poll.question)}>
        {alone ? poll.question : <Link to={`/poll/${poll.id}`} state={{ from: pathname }}>{poll.question}</Link>}
      </Question>
      <PollMedia poll={poll} />
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
          <span className="fifth" role="img" aria-label={t('polls.fifthVote')} title={t('polls.fifthVote')}>
            <Tally count={5} className="no" />
          </span>
        )}
        <span className="left">{timeLeft(poll.endDate, now)}</span>
      </p>
      <div className="perf" />
      <PollActions
        poll={poll}
        from={alone ? null : pathname}
        onLike={() => like.toggle(poll)}
        onSave={() => save.toggle(poll)}
        onShare={() => void sharePoll(poll)}
        diving={diving}
        panelId={panelId}
        onDive={() => setDiving(!diving)}
      />
      {diving && (
        <div className="dive-fold">
          <div>
            <Suspense fallback={<div className="pulse" aria-hidden="true" />}>
              <InsightsPanel pollId={poll.id} id={panelId} heading={alone ? 'h2' : 'h3'} />
            </Suspense>
          </div>
        </div>
      )}
    </article>
  );
}
