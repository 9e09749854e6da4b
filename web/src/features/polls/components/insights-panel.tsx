import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import type { Insights } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { ApiFailure } from '../../../lib/api';
import { useCopied } from '../../../lib/clipboard';
import { t } from '../../../lib/i18n';
import { useGenerateInsights, useInsights } from '../api/insights';
import { directionOf } from '../model/appearance';
import { sourcesOf } from '../model/source';
import { announce } from '../../../lib/announcer';

const LINES = ['96%', '88%', '41%'];

/** One below the question's. */
type HeadingLevel = 'h2' | 'h3';

const Disclaimer = () => <p className="fine">{t('insights.disclaimer')}</p>;

function Text({ insights, Heading }: { insights: Insights; Heading: HeadingLevel }) {
  const { copied, copy } = useCopied();
  const paragraphs = insights.insights.split(/\n+/).filter((line) => line.trim() !== '');
  const sources = sourcesOf(insights.sources);
  return (
    <>
      <Heading>
        {t('insights.deepDive')}
        <Button variant="plain" size="s" className="insights-copy" onClick={() => void copy(paragraphs.join('\n\n'))}>
          <Icon name={copied ? 'check' : 'copy'} size="s" />
          <span aria-live="polite">{copied ? t('insights.copied') : t('insights.copy')}</span>
        </Button>
      </Heading>
      {paragraphs.map((paragraph, index) => (
        <p key={index} dir={directionOf(paragraph)}>
          {paragraph}
        </p>
      ))}
      {sources.length > 0 && (
        <ul className="sources" aria-label={t('insights.sources')}>
          {sources.map(({ url, host }) => (
            <li key={url}>
              <a className="source" href={url} target="_blank" rel="noopener noreferrer nofollow" aria-label={t('insights.source', { host })}>
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

function Waiting({ Heading }: { Heading: HeadingLevel }) {
  return (
    <div role="status">
      <Heading>{t('insights.generating')}</Heading>
      <div className="ruled" aria-hidden="true">
        {LINES.map((width, index) => (
          <i key={width} style={{ '--w': width, '--i': index } as CSSProperties} />
        ))}
      </div>
      <Disclaimer />
    </div>
  );
}

/** Deep Dive under a card, in its five states: loading, error, none yet, generating, and the text with its sources (spec 2). */
export default function InsightsPanel({ pollId, id, heading: Heading }: { pollId: number; id: string; heading: HeadingLevel }) {
  const panel = useRef<HTMLElement>(null);
  const asked = useRef(false);
  const { data, isPending, isError, isFetching, refetch } = useInsights(pollId);
  const generate = useGenerateInsights(pollId);
  // Someone who has asked for too many today sees the offer again, with the toast's reason.
  const refused = generate.error instanceof ApiFailure && generate.error.status === 429;
  const failed = (isError && !data) || (generate.isError && !refused);
  const writing = generate.isPending || data?.generating === true;

  useEffect(() => {
    if (!data?.hasInsights || !asked.current) return;
    asked.current = false;
    announce(t('insights.ready'));
  }, [data?.hasInsights]);

  const begin = () => {
    asked.current = true;
    // The button that has the focus goes away.
    panel.current?.focus({ preventScroll: true });
    generate.mutate();
  };
  const again = () => {
    panel.current?.focus({ preventScroll: true });
    generate.reset();
    void refetch();
  };

  let content: ReactNode;
  if (data?.hasInsights) content = <Text insights={data} Heading={Heading} />;
  else if (writing) content = <Waiting Heading={Heading} />;
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
        <div className="insights-wait" aria-hidden="true">
          <span className="pulse" />
          <span className="pulse" />
          <span className="pulse" />
        </div>
      </div>
    );
  else
    content = (
      <div className="row">
        <p>
          {t('insights.none')}
          <span className="muted insights-hint">{t('insights.noneText')}</span>
        </p>
        <Button size="s" onClick={begin}>
          <Icon name="drop" size="s" />
          {t('insights.generate')}
        </Button>
      </div>
    );

  return (
    <section
      ref={panel}
      id={id}
      tabIndex={-1}
      className={failed && !isFetching && !writing && !data?.hasInsights ? 'insights is-failed' : 'insights'}
      aria-label={t('insights.deepDive')}
      aria-busy={writing || isPending}
    >
      {content}
    </section>
  );
}
