import { useState } from 'react';
import type { FeaturedUser } from '@inkling/contracts';
import { CHOSEN_TOPICS_MAX } from '@inkling/contracts/constants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FollowButton } from '../../../components/follow/follow-button';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { PersonLink } from '../../../components/ui/person-link';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toastFailure } from '../../../lib/toast-failure';
import { usePoll } from '../../polls/api/use-poll';
import { pollKeys } from '../../polls/cache/query-keys';
import { PollCard } from '../../polls/components/poll-card';
import { StepHead, type StepProps } from './step-head';
import styles from './welcome.module.css';

/** Topics to be suggested polls about. */
export function TopicsStep({ topics, place, onDone }: StepProps & { topics: readonly string[] }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(routes.chooseTopics, { body: { topics: [...chosen] } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: pollKeys.feed });
      onDone();
    },
    onError: (error) => toastFailure(t('welcome.topicsFailed'), error),
  });
  const toggle = (topic: string) =>
    setChosen(
      chosen.includes(topic)
        ? chosen.filter((other) => other !== topic)
        : [...chosen, topic].slice(0, CHOSEN_TOPICS_MAX),
    );
  return (
    <>
      <StepHead place={place} title={t('welcome.topics')} text={t('welcome.topicsText')} />
      <ul className={styles.topics}>
        {topics.map((topic) => (
          <li key={topic}>
            <button type="button" aria-pressed={chosen.includes(topic)} onClick={() => toggle(topic)}>
              {chosen.includes(topic) && <Icon name="check" size="s" />}
              <bdi>{topic}</bdi>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button aria-disabled={isPending} onClick={() => !isPending && (chosen.length > 0 ? mutate() : onDone())}>
          {t('welcome.next')}
        </Button>
        <Button variant="well" onClick={onDone}>
          {t('welcome.skip')}
        </Button>
      </div>
    </>
  );
}

/** People to follow. */
export function PeopleStep({ people, place, onDone }: StepProps & { people: readonly FeaturedUser[] }) {
  return (
    <>
      <StepHead place={place} title={t('welcome.people')} text={t('welcome.peopleText')} />
      <ul className={`rows ${styles.people}`}>
        {people.map((person) => (
          <li key={person.id}>
            <PersonLink person={person} />
            <FollowButton user={person} />
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={onDone}>{t('welcome.next')}</Button>
        <Button variant="well" onClick={onDone}>
          {t('welcome.skip')}
        </Button>
      </div>
    </>
  );
}

/** One real poll to vote on. */
export function PollStep({ pollId, place, onDone }: StepProps & { pollId: number }) {
  const { data: poll } = usePoll(pollId);
  const voted = poll?.userVoted === true;
  return (
    <>
      <StepHead place={place} title={t('welcome.poll')} text={t(voted ? 'welcome.pollDone' : 'welcome.pollText')} />
      {poll && <PollCard poll={poll} onDeleted={onDone} />}
      <div className={styles.actions}>
        <Button variant={voted ? 'ink' : 'well'} onClick={onDone}>
          {t(voted ? 'welcome.done' : 'welcome.skip')}
        </Button>
      </div>
    </>
  );
}
