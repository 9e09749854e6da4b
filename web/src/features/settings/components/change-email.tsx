import { useRef, useState, type FormEvent } from 'react';
import { EMAIL_MAX } from '@inkling/contracts/constants';
import { ProofDeclined } from '../../../components/proof/with-proof';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/field';
import { useFieldProblem } from '../../../components/ui/use-field-problem';
import { messageOf } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { useChangeEmail } from '../api/change-email';
import styles from './email-state.module.css';

/** A form for a new address, to which a link is mailed. `onDone` closes it. */
export function ChangeEmail({ onDone }: { onDone: () => void }) {
  const change = useChangeEmail();
  const input = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const problem = useFieldProblem<'new-email'>();

  const refuse = (text: string) => {
    problem.refuse('new-email', text);
    requestAnimationFrame(() => input.current?.querySelector('input')?.focus());
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const field = event.currentTarget.elements.namedItem('new-email') as HTMLInputElement;
    if (email.trim() === '' || field.validity.typeMismatch) return refuse(t('auth.invalidEmail'));
    problem.clear();
    change.mutate(email.trim(), {
      onSuccess: onDone,
      onError: (error) => {
        if (error instanceof ProofDeclined) return;
        refuse(messageOf(error, t('session.tryAgain')));
      },
    });
  };

  return (
    <form ref={input} noValidate onSubmit={submit}>
      <Field
        label={t('changeEmail.newEmail')}
        name="new-email"
        type="email"
        autoComplete="email"
        enterKeyHint="send"
        autoFocus
        maxLength={EMAIL_MAX}
        value={email}
        hint={t('changeEmail.hint')}
        error={problem.errorOf('new-email')}
        onChange={(event) => {
          setEmail(event.target.value);
          problem.clear();
        }}
      />
      <div className={styles.actions}>
        <Button variant="line" onClick={onDone}>
          {t('settings.cancel')}
        </Button>
        <Button type="submit" disabled={change.isPending} aria-busy={change.isPending}>
          {t(change.isPending ? 'changeEmail.sending' : 'changeEmail.send')}
        </Button>
      </div>
    </form>
  );
}
