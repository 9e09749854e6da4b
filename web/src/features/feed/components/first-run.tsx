import { useState } from 'react';
import { InviteDialog } from '../../../components/invite/invite-dialog';
import { Button, ButtonLink } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { Tally } from '../../../components/ui/tally';
import { register, t, type MessageKey } from '../../../lib/i18n';
import { firstRun } from '../../../lib/i18n/en/first-run';
import type { PollTemplate } from '../../../lib/poll-template';
import styles from './first-run.module.css';
import '../../../lib/i18n/poll-strings';

register({ firstRun });

interface Suggestion {
  ink: string;
  kind: MessageKey;
  question: MessageKey;
  options: MessageKey[];
}

const SUGGESTIONS: Suggestion[] = [
  {
    ink: 'citron',
    kind: 'firstRun.decide',
    question: 'firstRun.q1',
    options: ['firstRun.q1a', 'firstRun.q1b', 'firstRun.q1c'],
  },
  {
    ink: 'coral',
    kind: 'firstRun.quarrel',
    question: 'firstRun.q2',
    options: ['firstRun.q2a', 'firstRun.q2b', 'firstRun.q2c'],
  },
  {
    ink: 'orchid',
    kind: 'firstRun.learn',
    question: 'firstRun.q3',
    options: ['firstRun.q3a', 'firstRun.q3b', 'firstRun.q3c', 'firstRun.q3d'],
  },
];

/** A suggested question; its button opens the form, where all of it can be changed. */
function Template({ ink, kind, question, options }: Suggestion) {
  const template: PollTemplate = { question: t(question), options: options.map((option) => t(option)) };
  return (
    <li className={`tabbed ${styles.card}`} data-ink={ink}>
      <p className={styles.kind}>{t(kind)}</p>
      <h3>{template.question}</h3>
      <ul>
        {template.options.map((option) => (
          <li key={option}>
            <span className="box" aria-hidden="true" />
            {option}
          </li>
        ))}
      </ul>
      <ButtonLink
        variant="line"
        block
        className={styles.use}
        to="/create"
        state={{ template }}
        aria-label={`${t('firstRun.useThis')}: ${template.question}`}
      >
        {t('firstRun.useThis')}
      </ButtonLink>
    </li>
  );
}

/** The feed of a server without any poll: suggested questions, and a way to invite others. */
export default function FirstRun() {
  const [inviting, setInviting] = useState(false);
  return (
    <section className={styles.root} aria-labelledby="first-run">
      <Tally count={1} className={styles.tally} />
      <h2 id="first-run" className="empty-title">
        {t('feed.empty')}
      </h2>
      <p className="muted">{t('firstRun.lede')}</p>
      <ul className={styles.cards}>
        {SUGGESTIONS.map((suggestion) => (
          <Template key={suggestion.question} {...suggestion} />
        ))}
      </ul>
      <div className={styles.actions}>
        <ButtonLink to="/create">
          <Icon name="pen" size="m" />
          {t('feed.create')}
        </ButtonLink>
        <Button variant="line" onClick={() => setInviting(true)}>
          <Icon name="invite" size="m" />
          {t('firstRun.invite')}
        </Button>
      </div>
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </section>
  );
}
