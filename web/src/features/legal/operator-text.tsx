import type { ReactNode } from 'react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { PageKind, ServerConfig } from '@inkling/contracts';
import { Markdown } from '../../components/markdown/markdown';
import { LoadFailed } from '../../components/ui/load-failed';
import { call, messageOf, routes } from '../../lib/api';
import { activeLocale, t } from '../../lib/i18n';
import { SERVER_CONFIG } from '../../lib/server-config';
import { shortDay } from '../../lib/time';
import styles from './legal-page.module.css';
import './strings';

interface OperatorTextProps {
  kind: PageKind;
  /** What the page says where the operator has written nothing. */
  otherwise: ReactNode;
}

/** The operator's page of a kind, else the built-in text (docs/product.md#pages-and-terms). */
export function OperatorText({ kind, otherwise }: OperatorTextProps) {
  const config = useQuery<ServerConfig>({ queryKey: SERVER_CONFIG, queryFn: skipToken });
  const written = config.data?.instance?.pages.includes(kind) === true;
  const language = activeLocale();
  const page = useQuery({
    queryKey: [routes.instancePage, kind, language],
    queryFn: ({ signal }) => call(routes.instancePage, { params: { kind }, query: { language }, signal }),
    enabled: written,
  });
  if (config.isPending) return <div className="pulse" style={{ height: 240, borderRadius: 16 }} />;
  if (!written || (page.error && 'status' in page.error && page.error.status === 404)) return <>{otherwise}</>;
  if (page.error)
    return (
      <LoadFailed
        title={t('legal.loadFailed')}
        text={messageOf(page.error, t('session.tryAgain'))}
        busy={page.isFetching}
        onRetry={() => void page.refetch()}
      />
    );
  if (!page.data) return <div className="pulse" style={{ height: 240, borderRadius: 16 }} />;
  return (
    <div lang={page.data.language}>
      <p className={`muted ${styles.version}`}>
        {t('legal.version', { version: String(page.data.version), day: shortDay(page.data.publishedAt) })}
      </p>
      <Markdown text={page.data.text} />
    </div>
  );
}
