import { useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { APPEAL_WORDS_MAX } from '@inkling/contracts/constants';
import { call, routes } from '../../lib/api';
import { t } from '../../lib/i18n';
import { toast } from '../../lib/toast';
import { toastFailure } from '../../lib/toast-failure';
import { Button } from '../ui/button';
import { Sheet } from '../ui/sheet';
import './strings';
import styles from './appeal.module.css';

interface AppealSheetProps {
  actId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Receives the focus when the sheet closes. */
  returnTo?: RefObject<HTMLElement | null>;
  /** Runs when the server has the appeal. */
  onSent?: () => void;
}

/** Asks for the words of an appeal, which can be made once. */
export function AppealSheet({ actId, open, onOpenChange, returnTo, onSent }: AppealSheetProps) {
  const client = useQueryClient();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const used = words.trim().length;
  const appeal = useMutation({
    networkMode: 'always',
    mutationFn: () => call(routes.appeal, { params: { actId }, body: { words: words.trim() } }),
    onSuccess: (act) => {
      client.setQueryData([routes.ownAct, actId], act);
      // The notice that led here offers no second appeal.
      void client.invalidateQueries({ queryKey: ['notifications'] });
      onOpenChange(false);
      onSent?.();
      toast({ title: t('appeal.sent'), description: t('appeal.sentText') });
    },
    onError: (error) => toastFailure(t('appeal.failed'), error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (used === 0 || used > APPEAL_WORDS_MAX) {
      setProblem(t(used === 0 ? 'appeal.needed' : 'appeal.tooLong'));
      field.current?.focus();
    } else if (!appeal.isPending) appeal.mutate();
  };
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !appeal.isPending && onOpenChange(next)}
      returnTo={returnTo}
      title={t('appeal.title')}
      description={t('appeal.text')}
    >
      <form className={styles.form} onSubmit={submit}>
        <div className="field">
          <label className={`label ${styles.label}`} htmlFor={id}>
            {t('appeal.words')} <span>{t('appeal.count', { used, most: APPEAL_WORDS_MAX })}</span>
          </label>
          <textarea
            ref={field}
            id={id}
            className={`input ${styles.words}`}
            rows={3}
            dir="auto"
            value={words}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => {
              setWords(event.target.value);
              setProblem(null);
            }}
          />
          {problem && (
            <span className="field-error" id={`${id}-problem`}>
              {problem}
            </span>
          )}
        </div>
        <div className={styles.actions}>
          <Button type="submit" size="l" disabled={appeal.isPending}>
            {t(appeal.isPending ? 'appeal.sending' : 'appeal.send')}
          </Button>
          <Button variant="well" size="l" disabled={appeal.isPending} onClick={() => onOpenChange(false)}>
            {t('appeal.notNow')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
