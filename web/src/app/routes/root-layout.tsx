import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Toaster } from '../../components/ui/toast';
import { useLocale } from '../../lib/i18n';
import { FocusMemory } from './focus-memory';
import { PageErrorBoundary } from './page-error';
import { ScrollMemory } from './scroll-memory';

/** What every page shares: its place, the scroll position on return, the messages. */
export function RootLayout() {
  useLocale();
  return (
    <PageErrorBoundary>
      <ScrollMemory />
      <FocusMemory />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      <Toaster />
    </PageErrorBoundary>
  );
}
