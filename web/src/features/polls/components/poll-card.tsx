import { lazy, memo, Suspense, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router';
import type { InsightKind, Poll } from '@inkling/contracts';
import { Tally } from '../../../components/ui/tally';
import { activeLocale, t } from '../../../lib/i18n';
import { storedUserId } from '../../../lib/storage';
import { useTakeBack } from '../../../lib/take-back';
import { timeLeft } from '../../../lib/time';
import { useDeepDiveOffer } from '../api/deep-dive-offer';
import { useInsights } from '../api/insights';
import { useLike } from '../api/like';
import { useSave } from '../api/save';
import { useVote } from '../api/vote';
import { actionOf } from '../card-shortcuts';
import type { QuestionKind } from '../ballots/card-question';
import { inkOf, questionAttributes } from '../model/appearance';
import { useFifthVote } from '../model/fifth-vote';
import { useHeldVote } from '../model/held-votes';
import { isPlain, isMarked } from '../model/plain';
import { shownOrder } from '../model/shuffle';
import { hasCounts, wholeCount } from '../model/tally';
import { useLiveCard } from '../use-live-poll';
import { usePollClock, useResultsAtEnd } from '../use-poll-clock';
import { announce } from '../../../lib/announcer';
import { PollActions } from './poll-actions';
import { PollHead } from './poll-head';
import { PollMedia } from './poll-media';
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
const ballot = () => import('../ballots/ballot');
const BallotChips = lazy(async () => ({ default: (await ballot()).BallotChips }));
const BallotForm = lazy(async () => ({ default: (await ballot()).BallotForm }));
const BallotResults = lazy(async () => ({ default: (await ballot()).BallotResults }));
const CardQuestion = lazy(async () => ({ default: (await ballot()).CardQuestion }));

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

/**
 * `opening` is true from the moment at which results open while the card is on screen, and the result of an ordinary
 * poll is then announced; a card that `began` with results neither announces nor animates them.
 */
function useOpening(poll: Poll, shows: boolean, plain: boolean): { began: boolean; opening: boolean } {
  const [began] = useState(shows && hasCounts(poll));
  const open = shows && hasCounts(poll);
  const said = useRef(began);
  useEffect(() => {
    if (!open || said.current || !plain) return;
    said.current = true;
    announce(spokenResults(poll));
  }, [open, poll, plain]);
  return { began, opening: open && !began };
}

/** What stands for a ballot of a special kind until its code is there: rows of the same height, `how` a line above. */
function WaitingRows({ poll, how = false }: { poll: Poll; how?: boolean }) {
  return (
    <div className={how ? `opts ${styles.isUnderHow}` : 'opts'} aria-busy="true">
      {poll.options.map(({ text }) => (
        <div key={text} className="opt">
          <span className="box" />
          <span className="opt-text">{text}</span>
        </div>
      ))}
    </div>
  );
}

function Total({ poll, results }: { poll: Poll; results: boolean }) {
  const total = wholeCount(poll.votesCount);
  return (
    <span>
      <b>
        <RollingNumber value={total} />
      </b>{' '}
      {t(poll.method === 'multiple' ? 'polls.votersWord' : 'polls.votesWord', { count: total })}
      {results && poll.abstentionsCount > 0 && ` · ${t('polls.abstained', { count: poll.abstentionsCount })}`}
    </span>
  );
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

  const shows = poll.userVoted || poll.userAbstained || ended;
  const plain = isPlain(poll);
  const { began, opening } = useOpening(poll, shows, plain);
  const takesBack = useTakeBack();
  const held = useHeldVote(poll.id);
  const [asked, setAsked] = useState<QuestionKind | null>(null);
  const order = poll.shuffled ? shownOrder(poll, storedUserId() ?? 0) : undefined;

  const choose = (choices: readonly number[]) => {
    // Voting removes the focused button, so focus moves to the card first.
    if (article.current?.querySelector('.opts')?.contains(document.activeElement))
      article.current.focus({ preventScroll: true });
    vote(poll, choices);
  };
  const chooseOne = (option: number) => choose([option]);

  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf(event.nativeEvent);
    if (action === null) return;
    if (action === 'like') like.toggle(poll);
    else if (action === 'save') save.toggle(poll);
    else if (shows || action >= poll.options.length) return;
    else article.current?.querySelectorAll<HTMLElement>('.opts .opt')[action]?.click();
    event.preventDefault();
  };

  const { pathname } = useLocation();
  // Parents render again when the language changes.
  const locale = activeLocale();
  const Question = alone ? 'h1' : 'h2';
  const heading = alone ? 'h2' : 'h3';
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
      {isMarked(poll) && (
        <Suspense fallback={<div className={styles.chips} />}>
          <BallotChips poll={poll} />
        </Suspense>
      )}
      <PollHead poll={poll} now={now} ended={ended} landed={landed} onDeleted={onDeleted} onAsk={setAsked} />
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
        plain ? (
          <PollResults poll={poll} order={order} entering={opening} still={began} />
        ) : (
          <Suspense fallback={<WaitingRows poll={poll} />}>
            <BallotResults poll={poll} order={order} ended={ended} entering={opening} still={began} heading={heading} />
          </Suspense>
        )
      ) : plain && !takesBack && !held ? (
        <PollOptions poll={poll} order={order} labelledBy={questionId} onChoose={chooseOne} />
      ) : (
        <Suspense fallback={<WaitingRows poll={poll} how={!plain} />}>
          <BallotForm poll={poll} order={order} labelledBy={questionId} onVote={choose} />
        </Suspense>
      )}
      {asked && !(asked === 'end' ? ended : shows) && (
        <Suspense fallback={null}>
          <CardQuestion poll={poll} kind={asked} heading={heading} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      <p className="tally-line">
        {held ? (
          <span>
            <b>{t('polls.notSent')}</b> {t('polls.notSentText')}
          </span>
        ) : (
          <Total poll={poll} results={shows} />
        )}
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
              <InsightsPanel pollId={poll.id} id={panelId} heading={heading} kind={deepDive} />
            </Suspense>
          </div>
        </div>
      )}
    </article>
  );
}
