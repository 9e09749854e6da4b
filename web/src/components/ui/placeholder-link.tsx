import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n';
import { toast } from '../../lib/toast';

/** A link to a page that is not written yet (spec 2, /help: placeholder links): it says so and stays where it is. */
export function PlaceholderLink({ className, label, children }: { className?: string; label?: string; children: ReactNode }) {
  return (
    <Link
      to="#"
      className={className}
      aria-label={label}
      onClick={(event) => {
        event.preventDefault();
        toast({ title: t('ui.notWritten'), description: t('ui.notWrittenText') });
      }}
    >
      {children}
    </Link>
  );
}

/** The operator's own page, or the specification's placeholder while there is none. */
export function LegalLink({ to, className, children }: { to: string | null | undefined; className?: string; children: ReactNode }) {
  if (!to) return <PlaceholderLink className={className}>{children}</PlaceholderLink>;
  return (
    <a className={className} href={to}>
      {children}
    </a>
  );
}
