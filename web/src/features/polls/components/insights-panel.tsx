import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import type { InsightKind, Insights } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { ApiFailure } from '../../../lib/api';
import { useCopied } from '../../../lib/clipboard';
import { t } from '../../../lib/i18n';
import { useGenerateInsights, useInsights } from '../api/insights';
import { directionOf } from '../model/appearance';
import { sourcesOf } from '../model/source';
import { announce } from '../../../lib/announcer';
import { InsightPassages, passagesAsText } from './insight-passages';
import { showWhole } from './show-whole';
import '../../../lib/i18n/poll-strings';
import styles from './insights-panel.module.css';

const LINES = ['96%', '88%', '41%'];

/** One level below the question's. */
type HeadingLevel = 'h2' | 'h3';

const Disclaimer = () => <p className="fine">{t('insights.disclaimer')}</p>;

function TitleWithCopy({ text, Heading }: { text: string; Heading: HeadingLevel }) {
  const { copied, copy } = useCopied();
  return (
    <Heading>
      {t('insights.deepDive')}
      <Button variant="plain" size="s" className={styles.copy} onClick={() => void copy(text)}>
        <Icon name={copied ? 'check' : 'copy'} size="s" />
        <span aria-live="polite">{copied ? t('insights.copied') : t('insights.copy')}</span>
      </Button>
    </Heading>
  );
}

function Text({ insights, Heading }: { insights: Insights; Heading: HeadingLevel }) {
  const paragraphs = insights.insights.split(/\n+/).filter((line) => line.trim() !== '');
  const sources = sourcesOf(insights.sources);
  return (
    <>
      <TitleWithCopy text={paragraphs.join('\n\n')} Heading={Heading} />
      {paragraphs.map((paragraph, index) => (
        <p key={index} dir={directionOf(paragraph)}>
          {paragraph}
        </p>
      ))}
      {sources.length > 0 && (
        <ul className="sources" aria-label={t('insights.sources')}>
          {sources.map(({ url, host }) => (
            <li key={url}>
              <a
                className="source"
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                aria-label={t('insights.source', { host })}
              >
                <i aria-hidden="true" data-initial={host.charAt(0).toUpperCase()} />
                <span>{host}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <Disclaimer />
    </>
  );
}

function Passages({ insights: { passages }, Heading }: { insights: Insights; Heading: HeadingLevel }) {
  return (
    <>
      <TitleWithCopy text={passagesAsText(passages)} Heading={Heading} />
      <InsightPassages passages={passages} Title={Heading === 'h2' ? 'h3' : 'h4'} />
    </>
  );
}

function Waiting({ kind, Heading }: { kind: InsightKind; Heading: HeadingLevel }) {
  return (
    <div role="status">
      <Heading>{kind === 'ai' ? t('insights.generating') : t('insights.lookingUp')}</Heading>
      <div className={styles.ruled} aria-hidden="true">
        {LINES.map((width, index) => (
          <i key={width} style={{ '--w': width, '--i': index } as CSSProperties} />
        ))}
      </div>
      {kind === 'ai' && <Disclaimer />}
    </div>
  );
}

interface InsightsPanelProps {
  pollId: number;
  id: string;
  heading: HeadingLevel;
  /** The kind of Deep Dive that this server generates. */
  kind: InsightKind;
}

/**
 * Deep Dive under a card, in its states: loading, error, none yet, being generated, nothing found, and the text with
 * its sources.
 */
export function InsightsPanel({ pollId, id, heading: Heading, kind }: InsightsPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const asked = useRef(false);
  const { data, isPending, isError, isFetching, refetch } = useInsights(pollId);
  const generate = useGenerateInsights(pollId);
  // After the day's quota the offer is shown again; the toast gives the reason.
  const refused = generate.error instanceof ApiFailure && generate.error.status === 429;
  const failed = (isError && !data) || (generate.isError && !refused);
  const writing = generate.isPending || data?.generating === true;

  // A model may know what no article says.
  const nothing = data?.nothingFound === true && kind !== 'ai';

  useEffect(() => {
    if (!(data?.hasInsights || nothing) || !asked.current) return;
    asked.current = false;
    announce(nothing ? t('insights.nothing') : t('insights.ready'));
  }, [data?.hasInsights, nothing]);

  // The end of the card is usually below the fold.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const stage = `${data?.hasInsights} ${nothing} ${writing} ${failed} ${isPending}`;
  useEffect(() => {
    // A reader who has moved on stays where they are.
    if (panel.current?.contains(document.activeElement)) void showWhole(panel.current);
  }, [stage]);

  const begin = () => {
    asked.current = true;
    // The focused button goes away, so focus moves to the panel first.
    panel.current?.focus({ preventScroll: true });
    generate.mutate();
  };
  const again = () => {
    panel.current?.focus({ preventScroll: true });
    generate.reset();
    void refetch();
  };

  let content: ReactNode;
  if (data?.hasInsights)
    content =
      data.kind === 'passages' ? (
        <Passages insights={data} Heading={Heading} />
      ) : (
        <Text insights={data} Heading={Heading} />
      );
  else if (writing) content = <Waiting kind={kind} Heading={Heading} />;
  else if (nothing)
    content = (
      <p>
        {t('insights.nothing')}
        <span className={`muted ${styles.hint}`}>{t('insights.nothingText')}</span>
      </p>
    );
  else if (failed && !isFetching)
    content = (
      <div role="alert">
        <Heading>{t('insights.failed')}</Heading>
        <p>{t('insights.failedText')}</p>
        <Button variant="line" size="s" onClick={again}>
          {t('ui.retry')}
        </Button>
      </div>
    );
  else if (isPending || failed)
    content = (
      <div role="status" aria-label={t('insights.loading')}>
        <Heading>{t('insights.deepDive')}</Heading>
        <div className={styles.wait} aria-hidden="true">
          <span className="pulse" />
          <span className="pulse" />
          <span className="pulse" />
        </div>
      </div>
    );
  else
    content = (
      <div className={styles.row}>
        <p>
          {t('insights.none')}
          <span className={`muted ${styles.hint}`}>
            {kind === 'ai' ? t('insights.noneText') : t('insights.nonePassages')}
          </span>
        </p>
        <Button size="s" onClick={begin}>
          <Icon name="drop" size="s" />
          {kind === 'ai' ? t('insights.generate') : t('insights.lookUp')}
        </Button>
      </div>
    );

  return (
    <section
      ref={panel}
      id={id}
      tabIndex={-1}
      className={
        failed && !isFetching && !writing && !data?.hasInsights ? `${styles.root} ${styles.isFailed}` : styles.root
      }
      aria-label={t('insights.deepDive')}
      aria-busy={writing || isPending}
    >
      {content}
    </section>
  );
}
