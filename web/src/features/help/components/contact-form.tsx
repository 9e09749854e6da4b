import { useId, useRef, useState, type FormEvent } from 'react';
import { CONTACT_MESSAGE_MAX, EMAIL_MAX, NAME_MAX } from '@inkling/contracts/constants';
import { isBlank } from '@inkling/contracts/text';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/field';
import { ApiFailure } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { prepareWork } from '../../../lib/proof-of-work/prepared-work';
import { useContact } from '../api/contact';
import styles from './contact-form.module.css';

const NAME = { maxLength: NAME_MAX, autoCapitalize: 'words', enterKeyHint: 'next' } as const;
const EMPTY = { firstName: '', lastName: '', email: '', message: '' };
type Draft = typeof EMPTY;
type Problems = Partial<Record<keyof Draft, string>>;

/** Every field is required, and the email must look like one. */
function check(draft: Draft, emailIsValid: boolean): Problems {
  const problems: Problems = {};
  for (const field of Object.keys(EMPTY) as (keyof Draft)[])
    if (isBlank(draft[field])) problems[field] = t('help.required');
  if (!problems.email && !emailIsValid) problems.email = t('help.invalidEmail');
  return problems;
}

/** What the server found wrong, by field. */
function problemsOf(error: unknown): Problems {
  const issues = error instanceof ApiFailure ? (error.body?.issues ?? []) : [];
  return Object.fromEntries(issues.filter(({ path }) => path in EMPTY).map(({ path, message }) => [path, message]));
}

/** The message to the operators of this server; the form is cleared once it has been sent. */
export function ContactForm() {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const contact = useContact();
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});

  const show = (found: Problems) => {
    setProblems(found);
    const first = (Object.keys(EMPTY) as (keyof Draft)[]).find((field) => found[field]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (contact.isPending) return;
    const email = form.current?.elements.namedItem('email') as HTMLInputElement;
    const found = check(draft, !email.validity.typeMismatch);
    show(found);
    if (Object.keys(found).length > 0) return;
    contact.mutate(
      {
        firstName: draft.firstName.trim(),
        lastName: draft.lastName.trim(),
        email: draft.email.trim(),
        message: draft.message.trim(),
      },
      {
        onSuccess: () => setDraft(EMPTY),
        onError: (error) => show(problemsOf(error)),
      },
    );
  };
  const field = (name: keyof Draft) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => {
      setDraft({ ...draft, [name]: event.target.value });
      setProblems({ ...problems, [name]: undefined });
    },
  });

  return (
    <form ref={form} className={styles.root} noValidate onFocus={() => void prepareWork('contact')} onSubmit={submit}>
      <Field
        label={t('help.firstName')}
        error={problems.firstName}
        autoComplete="given-name"
        {...NAME}
        {...field('firstName')}
      />
      <Field
        label={t('help.lastName')}
        error={problems.lastName}
        autoComplete="family-name"
        {...NAME}
        {...field('lastName')}
      />
      <div className={styles.wide}>
        <Field
          label={t('help.email')}
          error={problems.email}
          type="email"
          autoComplete="email"
          enterKeyHint="next"
          maxLength={EMAIL_MAX}
          {...field('email')}
        />
      </div>
      <div className={`field ${styles.wide}`}>
        <label className="label" htmlFor={id}>
          {t('help.message')}
        </label>
        <textarea
          id={id}
          className="input"
          rows={6}
          dir="auto"
          maxLength={CONTACT_MESSAGE_MAX}
          aria-invalid={problems.message ? true : undefined}
          aria-describedby={problems.message ? `${id}-error` : undefined}
          {...field('message')}
        />
        {problems.message && (
          <span className="field-error" id={`${id}-error`}>
            {problems.message}
          </span>
        )}
      </div>
      <div className={styles.wide}>
        <Button
          type="submit"
          size="l"
          block
          className={styles.send}
          disabled={contact.isPending}
          aria-busy={contact.isPending}
        >
          {t(contact.isPending ? 'help.sending' : 'help.send')}
        </Button>
      </div>
    </form>
  );
}
