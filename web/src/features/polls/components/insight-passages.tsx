import type { InsightPassage } from '@inkling/contracts';
import { t } from '../../../lib/i18n';
import { Filled } from '../../../lib/i18n/filled';
import { directionOf } from '../model/appearance';
import { sourcesOf } from '../model/source';
import '../../../lib/i18n/poll-strings';
import styles from './insights-panel.module.css';

interface InsightPassagesProps {
  passages: readonly InsightPassage[];
  Title: 'h3' | 'h4';
}

const Outside = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={t('insights.source', { host: children })}>
    {children}
  </a>
);

/** Passages quoted from Wikipedia: each with its article, and below them their licence and a note. */
export function InsightPassages({ passages, Title }: InsightPassagesProps) {
  const license = passages[0]?.license;
  const shown = passages.filter(({ url }) => sourcesOf([url]).length > 0);
  return (
    <>
      <ul className={styles.passages} aria-label={t('insights.sources')}>
        {shown.map(({ title, url, text }) => (
          <li key={url}>
            <Title className={styles.title} dir={directionOf(title)}>
              <Outside href={url}>{title}</Outside>
            </Title>
            <p dir={directionOf(text)}>{text}</p>
          </li>
        ))}
      </ul>
      {license && (
        <p className="fine">
          <Filled
            message="insights.passagesNote"
            parts={{
              license:
                sourcesOf([license.url]).length > 0 ? (
                  <Outside href={license.url}>{license.name}</Outside>
                ) : (
                  license.name
                ),
            }}
          />
        </p>
      )}
    </>
  );
}

/** The passages as copied text, with the attribution that their licence requires. */
export const passagesAsText = (passages: readonly InsightPassage[]): string =>
  passages
    .map(({ text, title, url, license }) => `${text}\n${title}, Wikipedia (${license.name}): ${url}`)
    .join('\n\n');
