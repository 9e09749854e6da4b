import { useState, type CSSProperties } from 'react';
import { Avatar } from '../../../components/ui/avatar';
import { Icon } from '../../../components/ui/icon';
import { Tick } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { formatNumber } from '../../../lib/i18n/format';
import { SAMPLES, type SamplePoll } from '../content';
import { useRotation } from '../use-rotation';
import { Pips } from './pips';
import styles from './sample-poll.module.css';

/** Milliseconds. */
const ROTATION_MS = 4000;

const percentOf = (votes: number, total: number) => Math.round((votes / total) * 100);

interface OptionsProps {
  sample: SamplePoll;
  choice: number | null;
  onChoose: (index: number) => void;
}

function Options({ sample, choice, onChoose }: OptionsProps) {
  const options = sample.options.map((option, index) => ({
    ...option,
    votes: option.votes + (index === choice ? 1 : 0),
  }));
  const total = options.reduce((sum, option) => sum + option.votes, 0);
  const mine = choice === null ? undefined : options[choice];
  return (
    <>
      <fieldset className={`opts ${styles.options}`}>
        <legend className="vh">{t(sample.question)}</legend>
        {options.map((option, index) => (
          <label
            key={option.text}
            className="opt"
            style={{ '--p': option.votes / total, '--i': index } as CSSProperties}
          >
            <input
              type="radio"
              name="sample"
              checked={choice === index}
              disabled={choice !== null && choice !== index}
              onChange={() => onChoose(index)}
            />
            <span className="res-bar" aria-hidden="true" />
            <span className="box">
              <Tick />
            </span>
            <span className="opt-text">{t(option.text)}</span>
            <span className="res-votes">{formatNumber(option.votes)}</span>
            <span className="res-pct">
              {percentOf(option.votes, total)}
              <small>%</small>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="tally-line">
        <span>
          <b>{formatNumber(total)}</b> {t('landing.votesWord', { count: total })}
        </span>
        <span className="left">{t(...sample.left)}</span>
      </p>
      <p className="vh" role="status">
        {mine &&
          t('landing.announced', { option: t(mine.text), percent: percentOf(mine.votes, total), votes: mine.votes })}
      </p>
    </>
  );
}

/** A sheet in the given ink beneath the sample. */
const Under = ({ ink, turn }: { ink: string; turn?: string }) => (
  <div className={`${styles.under} ${turn}`} aria-hidden="true">
    <div className="poll" data-ink={ink} />
  </div>
);

/** The hero's poll: it changes every four seconds until someone hovers, focuses or votes, and it can be voted on. */
export function SamplePollCard() {
  const { index, stop } = useRotation(SAMPLES.length, ROTATION_MS);
  const [choice, setChoice] = useState<number | null>(null);
  const sample = SAMPLES[index] ?? SAMPLES[0]!;
  return (
    <section className={styles.root} aria-label={t('landing.samplePoll')} onPointerEnter={stop} onFocus={stop}>
      <Under ink="orchid" turn={styles.second} />
      <Under ink="coral" turn={styles.first} />
      <form className={styles.top} onSubmit={(event) => event.preventDefault()}>
        <article className="poll" data-ink={sample.ink} key={index}>
          <header className="poll-head">
            <Avatar user={{ ...sample.author, profilePicture: null }} />
            <span className="who">
              <span className="who-name">{sample.author.name}</span>
              <span className="who-sub">
                @{sample.author.username} · {t(...sample.age)}
              </span>
            </span>
            <Pips
              count={SAMPLES.length}
              index={index}
              label={t('landing.sampleNumber', { number: index + 1, count: SAMPLES.length })}
            />
          </header>
          <h2 className="question">{t(sample.question)}</h2>
          <Options
            sample={sample}
            choice={choice}
            onChoose={(chosen) => {
              stop();
              setChoice(chosen);
            }}
          />
          <div className="perf" />
          <div className="stub" aria-hidden="true">
            <span className="act">
              <Icon name="heart" size="m" />
              {sample.likes}
            </span>
            <span className="act">
              <Icon name="comment" size="m" />
              {sample.comments}
            </span>
            <span className="act">
              <Icon name="bookmark" size="m" />
            </span>
            <span className="act">
              <Icon name="share" size="m" />
            </span>
            <span className="dive">
              <Icon name="drop" />
              {t('landing.deepDive')}
            </span>
          </div>
        </article>
      </form>
      <p className={styles.nudge} aria-hidden="true">
        <svg viewBox="0 0 60 64">
          <path d="M52 60C30 58 12 44 12 12M4 22 12 9l12 9" />
        </svg>
        <span>{t('landing.nudge')}</span>
      </p>
    </section>
  );
}
