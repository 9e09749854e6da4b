import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PublicInstance, TermsState } from '@inkling/contracts';
import { Link } from 'react-router';
import { Button } from '../../components/ui/button';
import { Sheet } from '../../components/ui/sheet';
import { call, routes } from '../../lib/api';
import { t } from '../../lib/i18n';
import { useSession } from '../../lib/session';
import { rememberTerms } from '../../lib/accepted-terms';
import { shortDay } from '../../lib/time';
import { toastFailure } from '../../lib/toast-failure';
import styles from './terms-sheet.module.css';
import './strings';

const TERMS = [routes.termsState] as const;

interface TermsSheetProps {
  userId: number;
  terms: NonNullable<PublicInstance['terms']>;
}

/** Asks to accept the current terms, unless the server knows that the person has (docs/product.md#pages-and-terms). */
export default function TermsSheet({ userId, terms }: TermsSheetProps) {
  const { logout } = useSession();
  const client = useQueryClient();
  const [later, setLater] = useState(false);
  const { data } = useQuery({
    queryKey: [...TERMS, userId, terms.version],
    queryFn: async ({ signal }) => {
      const state = await call(routes.termsState, { signal });
      if ((state.accepted ?? 0) >= terms.version) rememberTerms(userId, terms.version);
      return state;
    },
    staleTime: Infinity,
  });
  const accept = useMutation({
    mutationFn: () => call(routes.acceptTerms, { body: { version: terms.version } }),
    onSuccess: (state) => {
      rememberTerms(userId, terms.version);
      client.setQueryData<TermsState>([...TERMS, userId, terms.version], state);
    },
    onError: (error) => toastFailure(t('termsSheet.failed'), error),
  });
  const first = data?.accepted === null;
  return (
    <Sheet
      open={data !== undefined && (data.accepted ?? 0) < terms.version && !later}
      onOpenChange={(open) => setLater(!open)}
      title={t(first ? 'termsSheet.title' : 'termsSheet.changed')}
      description={t('termsSheet.version', { version: String(terms.version), day: shortDay(terms.publishedAt) })}
      closable
    >
      {terms.summary && (
        <p className={styles.summary} dir="auto">
          {terms.summary}
        </p>
      )}
      <p className={styles.read}>
        <a className="link" href="/terms" target="_blank" rel="noopener">
          {t('termsSheet.read')}
        </a>
      </p>
      <Button size="l" block disabled={accept.isPending} aria-busy={accept.isPending} onClick={() => accept.mutate()}>
        {t('termsSheet.accept')}
      </Button>
      <p className={styles.otherwise}>
        {t('termsSheet.else')}{' '}
        <Link className="link" to="/settings" onClick={() => setLater(true)}>
          {t('termsSheet.leave')}
        </Link>{' '}
        ·{' '}
        <button type="button" className="link" onClick={() => void logout()}>
          {t('shell.logout')}
        </button>
      </p>
    </Sheet>
  );
}
