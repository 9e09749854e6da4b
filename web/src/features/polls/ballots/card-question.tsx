import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import type { Poll } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { useAbstain } from '../api/abstain';
import { useEndPoll } from '../api/end-poll';
import styles from './card-question.module.css';
import './strings';

/** What the menu of a card asks once more before doing it: giving up the vote for the results, or ending the poll. */
export type QuestionKind = 'abstain' | 'end';

interface QuestionProps {
  poll: Poll;
  kind: QuestionKind;
  heading: 'h2' | 'h3';
  /** It is answered. */
  onClose: () => void;
}

const WORDS = {
  abstain: {
    title: 'ballots.abstainTitle',
    text: 'ballots.abstainText',
    no: 'ballots.keepVote',
    yes: 'ballots.showResults',
  },
  end: { title: 'ballots.endTitle', text: 'ballots.endText', no: 'ballots.keepOpen', yes: 'ballots.endNow' },
} as const;

/** A question inside the card. The focus begins on the answer that does nothing; so does Escape. */
export function CardQuestion({ poll, kind, heading: Heading, onClose }: QuestionProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const abstain = useAbstain(poll, onClose);
  const end = useEndPoll(poll, onClose);
  const { mutate, isPending } = kind === 'abstain' ? abstain : end;
  const words = WORDS[kind];
  useEffect(() => section.current?.querySelector('button')?.focus(), []);
  const leave = () => {
    // The buttons go away, so the focus moves to the card.
    section.current?.closest('article')?.focus({ preventScroll: true });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isPending) return;
    event.preventDefault();
    leave();
  };
  return (
    <section
      ref={section}
      className={styles.ask}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={onKeyDown}
    >
      <Heading id={`${id}-title`}>{t(words.title)}</Heading>
      <p id={`${id}-text`}>{t(words.text)}</p>
      <div className={styles.row}>
        <Button variant="line" aria-disabled={isPending} onClick={() => !isPending && leave()}>
          {t(words.no)}
        </Button>
        <Button
          aria-disabled={isPending}
          onClick={(event) => {
            if (isPending) return;
            event.currentTarget.closest('article')?.focus({ preventScroll: true });
            mutate();
          }}
        >
          {t(words.yes)}
        </Button>
      </div>
    </section>
  );
}
