import { useState, type FormEvent } from 'react';
import { INVITATION_DAYS_MAX } from '@inkling/contracts/constants';
import { t } from '../../lib/i18n';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { useInvite } from './api';
import styles from './new-invitation.module.css';

/** A whole number between 1 and `most`, or null. */
function within(text: string, most: number): number | null {
  const value = Number(text);
  return text.trim() !== '' && Number.isInteger(value) && value >= 1 && value <= most ? value : null;
}

/** Makes an invitation for at most `most` people. */
export function NewInvitation({ most }: { most: number }) {
  const invite = useInvite();
  const [uses, setUses] = useState('1');
  const [days, setDays] = useState('7');
  const people = within(uses, most);
  const lasts = days.trim() === '' ? undefined : within(days, INVITATION_DAYS_MAX);
  const wrong = people === null || lasts === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong || invite.isPending) return;
    invite.mutate({ uses: people, ...(lasts === undefined ? {} : { days: lasts }) });
  };
  return (
    <form className={styles.root} noValidate onSubmit={submit}>
      <div className={styles.numbers}>
        <Field
          label={t('invitations.uses')}
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          value={uses}
          aria-invalid={people === null || undefined}
          onChange={({ target }) => setUses(target.value)}
        />
        <Field
          label={t('invitations.days')}
          hint={t('invitations.daysHint')}
          type="number"
          inputMode="numeric"
          min={1}
          max={INVITATION_DAYS_MAX}
          value={days}
          aria-invalid={lasts === null || undefined}
          onChange={({ target }) => setDays(target.value)}
        />
      </div>
      <Button type="submit" disabled={wrong || invite.isPending} aria-busy={invite.isPending}>
        {t('invitations.make')}
      </Button>
    </form>
  );
}
