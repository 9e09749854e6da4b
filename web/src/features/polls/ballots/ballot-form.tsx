import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Poll } from '@inkling/contracts';
import { announce } from '../../../lib/announcer';
import { t } from '../../../lib/i18n';
import { useTakeBack } from '../../../lib/take-back';
import { castVote } from '../api/vote';
import { PollOptions } from '../components/poll-options';
import { prepareRolling } from '../components/rolling-number';
import { hasPictures } from '../model/plain';
import { holdVote, takeVoteBack, useHeldVote, type HeldVote } from '../model/held-votes';
import { HeldOptions } from './held-options';
import { HowToVote } from './how-to-vote';
import { MultipleOptions } from './multiple-options';
import { PictureGrid } from './option-pictures';
import { RankedOptions } from './ranked-options';
import type { BallotInput } from './votable';
import './strings';

type FormRef = RefObject<HTMLDivElement | null>;

/** Moves the focus from a form that goes away to its card. */
function leaveForm(form: FormRef): void {
  if (form.current?.contains(document.activeElement)) form.current.closest('article')?.focus({ preventScroll: true });
}

/** Holds votes for a moment where the person wants that, and takes them back. */
function useHolding(poll: Poll, form: FormRef, onVote: BallotInput['onVote']) {
  const client = useQueryClient();
  const holds = useTakeBack();
  const held = useHeldVote(poll.id);
  const takeBack = () => {
    if (takeVoteBack(poll.id)) announce(t('ballots.takenBack'));
  };
  const choose = (choices: readonly number[]) => {
    if (!holds) {
      leaveForm(form);
      return onVote(choices);
    }
    holdVote(poll.id, choices, (leaving) => {
      leaveForm(form);
      castVote(client, { poll, choices, leaving });
    });
    const options = choices.map((index) => poll.options[index]?.text).join(', ');
    announce(t('ballots.notSentSpoken', { options }));
  };
  return { holds, held, takeBack, choose };
}

/** Escape takes the vote back, from anywhere in its card. */
function useEscape(form: FormRef, held: HeldVote | undefined, takeBack: () => void): void {
  const back = useRef(takeBack);
  useEffect(() => {
    back.current = takeBack;
  });
  useEffect(() => {
    const card = held && form.current?.closest('article');
    if (!card) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && back.current();
    card.addEventListener('keydown', onKey);
    return () => card.removeEventListener('keydown', onKey);
  }, [form, held]);
}

interface FormProps extends Omit<BallotInput, 'poll'> {
  poll: Poll;
}

/** The ballot of a poll of a special kind, before the vote, and any ballot whose vote can be taken back. */
export function BallotForm({ poll, order, labelledBy, onVote }: FormProps) {
  const how = useId();
  const [ranked, setRanked] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const { holds, held, takeBack, choose } = useHolding(poll, form, onVote);
  useEscape(form, held, takeBack);
  const input = { poll, order, labelledBy, onVote: choose };
  const rest = { held, onTakeBack: takeBack, describedBy: how };
  return (
    <div ref={form} onPointerEnter={prepareRolling} onFocus={prepareRolling}>
      <HowToVote poll={poll} id={how} started={ranked >= poll.minChoices} />
      <PictureGrid poll={poll}>
        {poll.method === 'multiple' && <MultipleOptions {...input} {...rest} />}
        {poll.method === 'ranked' && <RankedOptions {...input} {...rest} onCount={setRanked} />}
        {poll.method === 'single' &&
          (holds || held || hasPictures(poll) ? (
            <HeldOptions {...input} held={held} onTakeBack={takeBack} />
          ) : (
            <PollOptions {...input} onChoose={(option) => choose([option])} />
          ))}
      </PictureGrid>
    </div>
  );
}
