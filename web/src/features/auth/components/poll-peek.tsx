import { lazy, Suspense, useEffect, useId, useRef } from 'react';
import { INKS } from '@inkling/contracts/constants';
import type { SentPollPreview } from '@inkling/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { t } from '../../../lib/i18n';
import { formatNumber } from '../../../lib/i18n/format';
import { serverNow, useServerOffset } from '../../../lib/server-clock';
import { timeLeft } from '../../../lib/time';
import styles from './poll-peek.module.css';
import '../../../lib/i18n/poll-strings';
import './strings';

const OpenBallot = lazy(() => import('../../polls/ballots/open-ballot'));

/** The poll's picture, or its video, which plays only on demand. What is sensitive shows after signing in. */
function PeekMedia({ poll: { media, mediaInfo, question, sensitive } }: { poll: SentPollPreview }) {
  if (!media || typeof sensitive === 'string') return null;
  if (mediaInfo?.kind === 'video') {
    const label = mediaInfo.alt ?? t('polls.videoAlt', { question });
    return (
      <video className={styles.media} src={media} aria-label={label} controls muted playsInline preload="metadata" />
    );
  }
  const alt = mediaInfo?.alt ?? t('polls.mediaAlt', { question });
  return (
    <img
      className={styles.media}
      src={media}
      alt={alt}
      width={mediaInfo?.width}
      height={mediaInfo?.height}
      decoding="async"
    />
  );
}

interface PollPeekProps {
  poll: SentPollPreview;
  /** The options have just come back, so the first one takes the focus. */
  focused: boolean;
  /** Called with the indexes of the chosen options, the first choice first. */
  onChoose: (choices: readonly number[]) => void;
}

/** The shared poll above the login form. Choosing an option keeps the choice until there is an account. */
export function PollPeek({ poll, focused, onChoose }: PollPeekProps) {
  useServerOffset();
  const question = useId();
  const first = useRef<HTMLButtonElement>(null);
  const left = timeLeft(poll.endDate);
  const language = poll.language ?? undefined;
  const ended = poll.endDate !== null && Date.parse(poll.endDate) <= serverNow();
  useEffect(() => {
    if (focused) first.current?.focus();
  }, [focused]);
  return (
    <section
      className={`peek tabbed ${styles.root}`}
      data-ink={INKS[poll.id % INKS.length]}
      aria-label={t('sentPoll.title')}
    >
      {poll.user && (
        <>
          <Avatar user={poll.user} />
          <span className="who">
            <span className="who-name">
              <bdi>{poll.user.name}</bdi>
            </span>
            {poll.user.username && <span className="who-sub">@{poll.user.username}</span>}
          </span>
        </>
      )}
      <h2 dir="auto" lang={language} id={question}>
        {poll.question}
      </h2>
      <PeekMedia poll={poll} />
      {ended ? (
        <ul dir="auto" lang={language}>
          {poll.options.map((option, index) => (
            <li key={index}>
              <i />
              <span>{option.text}</span>
            </li>
          ))}
        </ul>
      ) : poll.method === 'multiple' || poll.method === 'ranked' || poll.options[0]?.image ? (
        <div className={styles.ballot}>
          <Suspense fallback={<div className="pulse" aria-hidden="true" />}>
            <OpenBallot poll={poll} labelledBy={question} onVote={onChoose} />
          </Suspense>
        </div>
      ) : (
        <div className={`opts ${styles.options}`} role="group" aria-labelledby={question} dir="auto" lang={language}>
          {poll.options.map((option, index) => (
            <button
              key={index}
              ref={index === 0 ? first : null}
              type="button"
              className={`opt ${styles.option}`}
              onClick={() => onChoose([index])}
            >
              <span className="box" aria-hidden="true" />
              <span className="opt-text">{option.text}</span>
            </button>
          ))}
        </div>
      )}
      <p className={`tally-line ${styles.count}`}>
        <span>
          <b>{formatNumber(poll.votesCount)}</b>{' '}
          {t(poll.method === 'multiple' ? 'polls.votersWord' : 'polls.votesWord', { count: poll.votesCount })}
        </span>
        {(ended || left) && <span className="left">{ended ? t('polls.pollEnded') : left}</span>}
      </p>
      {!ended && <p className={`fine ${styles.hint}`}>{t('sentPoll.tapToVote')}</p>}
    </section>
  );
}
