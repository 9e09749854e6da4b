import { lazy, Suspense, useEffect, useRef } from 'react';
import type { Poll } from '@inkling/contracts';
import { choicesOfViewer } from '@inkling/contracts/ordinary-poll';
import { Icon } from '../../../components/ui/icon';
import { Tally, Tick } from '../../../components/ui/tally';
import { announce } from '../../../lib/announcer';
import { Filled } from '../../../lib/i18n/filled';
import { formatPercent } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n';
import { useRunOff } from '../api/run-off';
import { PollResults, type RowFace } from '../components/poll-results';
import type { TallyRow } from '../model/tally';
import { Cross, HandTick, Loop, Numeral } from './hand';
import { LockIcon } from './lock-icon';
import { numberOf, rightShare, sharesWait, spokenBallot, spokenBallotRow, verdictOf, withOwnChoices } from './model';
import { EnlargeOption, OptionPicture, PictureGrid } from './option-pictures';
import { Says } from './says';
import styles from './ballot-results.module.css';
import './strings';

const RunOff = lazy(async () => ({ default: (await import('./run-off')).RunOff }));

function Verdict({ poll }: { poll: Poll }) {
  const verdict = verdictOf(poll);
  if (!verdict) return null;
  return (
    <p className={verdict === 'right' ? `${styles.verdict} ${styles.isGood}` : styles.verdict}>
      {verdict === 'right' ? <HandTick /> : <Cross big />}
      {t(`ballots.${verdict}`)}
      <span>{t('ballots.gotIt', { share: formatPercent(rightShare(poll)) })}</span>
    </p>
  );
}

/** The author's explanation of a quiz. */
function Why({ text, heading: Heading }: { text: string; heading: 'h2' | 'h3' }) {
  return (
    <section className={styles.why}>
      <Heading>{t('ballots.why')}</Heading>
      <p dir="auto">{text}</p>
    </section>
  );
}

/** What is drawn into the box of a row. Undefined: the tick of an own choice, as everywhere. */
function markOf(poll: Poll, row: TallyRow) {
  if (poll.method === 'ranked') {
    const number = numberOf(poll, row.index);
    return number > 0 ? (
      <span className={styles.mark}>
        <Numeral number={number} />
      </span>
    ) : null;
  }
  if (poll.quiz?.answer === undefined) return undefined;
  const right = row.index === poll.quiz.answer;
  return (
    <span className={styles.mark}>
      {row.mine && (right ? <Tick /> : <Cross />)}
      {right && <Loop />}
    </span>
  );
}

/** What a quiz says under an option. */
function noteOf(poll: Poll, row: TallyRow) {
  const answer = poll.quiz?.answer;
  if (answer === undefined) return undefined;
  if (row.index === answer)
    return (
      <small className={styles.note}>
        <Icon name="check" size="s" />
        {t('ballots.rightAnswer')}
      </small>
    );
  return row.mine ? <small className={styles.note}>{t('ballots.yourAnswer')}</small> : undefined;
}

function faceClass(poll: Poll, row: TallyRow): string | undefined {
  if (poll.method === 'ranked' && numberOf(poll, row.index) > 0) return styles.isRanked;
  return row.index === poll.quiz?.answer ? styles.isRight : undefined;
}

/** No option's index. */
const NOBODY = -1;

/** A ranked poll for the rows: only the first choice stands out as the viewer's own, and the winner leads. */
const asRanked = (poll: Poll, winner: number | undefined): Poll => ({
  ...poll,
  winner,
  userChoices: poll.userChoices?.slice(0, 1) ?? null,
});

const FIVE = <Tally count={5} className={styles.five} />;

/** Lines below the rows: what the shares are of, what a sealed poll keeps, that the viewer gave up the vote. */
function Lines({ poll, ended, waiting }: { poll: Poll; ended: boolean; waiting: boolean }) {
  const { method, sealed, userVoted, userAbstained, votesCount } = poll;
  return (
    <>
      {method === 'multiple' && !waiting && votesCount > 0 && (
        <p className={styles.of}>
          <Filled message="ballots.ofVoters" parts={{ voters: <b>{t('ballots.voters')}</b> }} />
        </p>
      )}
      {method === 'ranked' && !ended && !waiting && (
        <Says message="ballots.firstChoices" title={t('ballots.firstChoicesTitle')} />
      )}
      {sealed && userVoted && (
        <Says
          icon={<LockIcon />}
          message={choicesOfViewer(poll) ? 'ballots.votedHere' : 'ballots.votedElsewhere'}
          title={t('ballots.votedTitle')}
        />
      )}
      {waiting && <Says icon={FIVE} message="ballots.notYet" title={t('ballots.notYetTitle', { count: votesCount })} />}
      {sealed && !ended && !waiting && <Says icon={FIVE} message="ballots.inGroups" />}
      {userAbstained && <Says icon={<Icon name="eye" />} message="ballots.lookedOnly" />}
    </>
  );
}

interface ResultsProps {
  poll: Poll;
  order?: readonly number[];
  ended: boolean;
  /** The result has just opened. */
  entering: boolean;
  still: boolean;
  /** Level of headings inside. */
  heading: 'h2' | 'h3';
}

/** The result of a poll of a special kind. */
export function BallotResults({ poll: given, order, ended, entering, still, heading }: ResultsProps) {
  const poll = withOwnChoices(given);
  const waiting = sharesWait(poll, ended);
  const decided = poll.method === 'ranked' && ended;
  const { data: rounds } = useRunOff(poll.id, decided);
  // The winner is stored a few seconds after the end; until it is known no option leads.
  const winner = decided ? (poll.winner ?? rounds?.winner ?? NOBODY) : undefined;
  const said = useRef(false);
  useEffect(() => {
    if (!entering || said.current) return;
    said.current = true;
    announce(spokenBallot(poll, waiting));
  }, [entering, poll, waiting]);

  const face = (row: TallyRow): RowFace => ({
    mark: markOf(poll, row),
    note: noteOf(poll, row),
    className: faceClass(poll, row),
    picture: (
      <>
        <OptionPicture option={poll.options[row.index]} />
        <EnlargeOption option={poll.options[row.index]} />
      </>
    ),
    spoken: spokenBallotRow(poll, row, waiting, winner),
  });
  return (
    <>
      <Verdict poll={poll} />
      <PictureGrid poll={poll}>
        <PollResults
          poll={poll.method === 'ranked' ? asRanked(poll, winner) : poll}
          order={order}
          entering={entering}
          still={still}
          waiting={waiting}
          face={face}
        />
      </PictureGrid>
      {poll.quiz?.explanation && <Why text={poll.quiz.explanation} heading={heading} />}
      <Lines poll={poll} ended={ended} waiting={waiting} />
      {decided && (
        <Suspense fallback={null}>
          <RunOff poll={poll} heading={heading} />
        </Suspense>
      )}
    </>
  );
}
