import { INKS } from '@inkling/contracts/constants';
import type { PollPreview } from '@inkling/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { t } from '../../../lib/i18n';
import { formatNumber } from '../../../lib/i18n/format';
import { useServerOffset } from '../../../lib/server-clock';
import { timeLeft } from '../../../lib/time';
import './poll-peek.css';

/** The poll that someone was sent, read only, above the login form. */
export function PollPeek({ poll }: { poll: PollPreview }) {
  useServerOffset();
  const left = timeLeft(poll.endDate);
  return (
    <section className="peek" data-ink={INKS[poll.id % INKS.length]} aria-label={t('auth.sentPoll')}>
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
      <h2 dir="auto">{poll.question}</h2>
      <ul>
        {poll.options.map((option, index) => (
          <li key={index}>
            <i />
            <bdi>{option.text}</bdi>
          </li>
        ))}
      </ul>
      <p className="tally-line">
        <span>
          <b>{formatNumber(poll.votesCount)}</b> {t('polls.votesWord', { count: poll.votesCount })}
        </span>
        {left && <span className="left">{left}</span>}
      </p>
    </section>
  );
}
