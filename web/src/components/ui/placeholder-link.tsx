import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n';
import { toast } from '../../lib/toast';

/** A link to a page that does not exist yet: it says so and stays on the page. */
export function PlaceholderLink({
  className,
  label,
  children,
}: {
  className?: string;
  label?: string;
  children: ReactNode;
}) {
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

interface LegalLinkProps {
  /** The operator's own page; without one the link leads to the built-in page. */
  to: string | null | undefined;
  page: '/terms' | '/privacy';
  className?: string;
  children: ReactNode;
}

/** A link to the terms or the privacy policy. */
export function LegalLink({ to, page, className, children }: LegalLinkProps) {
  if (to)
    return (
      <a className={className} href={to}>
        {children}
      </a>
    );
  return (
    <Link className={className} to={page}>
      {children}
    </Link>
  );
}
