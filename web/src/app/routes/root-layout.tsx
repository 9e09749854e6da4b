import { Outlet, ScrollRestoration } from 'react-router-dom';
import { Toaster } from '../../components/ui/toast';

/** What every page shares: its place, the scroll position on return, the messages. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <Toaster />
    </>
  );
}
