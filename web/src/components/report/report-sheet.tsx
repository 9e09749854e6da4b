import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { REPORT_WORDS_MAX } from '@inkling/contracts/constants';
import type { Author } from '@inkling/contracts';
import { t } from '../../lib/i18n';
import { SERVER_CONFIG, useServerConfig } from '../../lib/server-config';
import { block } from '../person-menu/protection';
import { BallotOption } from '../ui/ballot-option';
import { Button } from '../ui/button';
import { Sheet } from '../ui/sheet';
import { Spinner } from '../ui/spinner';
import { sendReport, type Reported } from './send-report';
import './strings';
import styles from './report-sheet.module.css';

interface ReportSheetProps {
  object: Reported;
  /** Who has made it; the report never reaches them. */
  person: Author;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Receives the focus when the sheet closes. */
  returnTo: RefObject<HTMLElement | null>;
}

/** The number of the broken rule; 0 for "Something else". */
type Choice = number | null;

interface PickProps {
  name: string;
  number: number;
  chosen: Choice;
  onChoose: (number: number) => void;
  text: string;
  about?: string | null;
}

function Pick({ name, number, chosen, onChoose, text, about }: PickProps) {
  const on = chosen === number;
  return (
    <BallotOption className={styles.pick} name={name} on={on} onChange={() => onChoose(number)}>
      {number > 0 && <span className={styles.number}>{number}</span>}
      <span dir="auto">
        {text}
        {about && on && <small>{about}</small>}
      </span>
    </BallotOption>
  );
}

/** A report is a ballot: one rule of the instance, one tick, and words if somebody wants to say more. */
export function ReportSheet({ object, person, open, onOpenChange, returnTo }: ReportSheetProps) {
  const client = useQueryClient();
  const config = useServerConfig();
  const instance = config?.operator.name;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [chosen, setChosen] = useState<Choice>(null);
  const [words, setWords] = useState('');
  const [blocks, setBlocks] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { name } = person;
  const used = words.trim().length;

  // A report names a rule by its number, so the rules are read again.
  useEffect(() => {
    if (open) void client.invalidateQueries({ queryKey: SERVER_CONFIG });
  }, [client, open]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (chosen === null) return setProblem(t('reports.choose'));
    if (used > REPORT_WORDS_MAX) return setProblem(t('reports.tooLong'));
    if (chosen === 0 && used === 0) {
      setProblem(t('reports.sayWhat'));
      field.current?.focus();
      return;
    }
    setBusy(true);
    const sent = await sendReport(client, object, { rule: chosen === 0 ? null : chosen, words: words.trim() });
    // Blocking removes the content from the screen, and with it the sheet.
    if (sent && blocks) await block(client, person);
    setBusy(false);
    if (sent) onOpenChange(false);
  };
  const choose = (number: number) => {
    setChosen(number);
    setProblem(null);
  };

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      returnTo={returnTo}
      title={t(`reports.title_${object.kind}`)}
      description={instance ? t('reports.textOf', { instance, name }) : t('reports.text', { name })}
    >
      <form className={styles.root} data-ink="coral" onSubmit={(event) => void submit(event)}>
        {config ? (
          <fieldset className="opts" aria-describedby={problem ? `${id}-problem` : undefined}>
            <legend className="vh">{t('reports.rules')}</legend>
            {(config.instance?.rules ?? []).map(({ text, about }, index) => (
              <Pick
                key={text}
                name={id}
                number={index + 1}
                chosen={chosen}
                onChoose={choose}
                text={text}
                about={about}
              />
            ))}
            <Pick name={id} number={0} chosen={chosen} onChoose={choose} text={t('reports.other')} />
          </fieldset>
        ) : (
          <Spinner />
        )}
        <div className="field">
          <label className={`label ${styles.label}`} htmlFor={`${id}-words`}>
            {t('reports.words')}
            <span>{t(chosen === 0 ? 'reports.needed' : 'reports.optional', { used, most: REPORT_WORDS_MAX })}</span>
          </label>
          <textarea
            ref={field}
            id={`${id}-words`}
            className={`input ${styles.words}`}
            rows={2}
            dir="auto"
            value={words}
            aria-invalid={used > REPORT_WORDS_MAX ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => {
              setWords(event.target.value);
              setProblem(null);
            }}
          />
        </div>
        <BallotOption className={`${styles.pick} ${styles.isSlim}`} on={blocks} onChange={setBlocks}>
          <bdi>{t('reports.alsoBlock', { name })}</bdi>
        </BallotOption>
        {problem && (
          <p className="field-error" id={`${id}-problem`} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.actions}>
          <Button type="submit" size="l" disabled={busy || !config}>
            {t(busy ? 'reports.sending' : 'reports.send')}
          </Button>
          <Button variant="well" size="l" disabled={busy} onClick={() => onOpenChange(false)}>
            {t('reports.cancel')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
