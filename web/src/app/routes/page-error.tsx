import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../components/ui/button';
import { Drawing } from '../../components/ui/empty';
import { t } from '../../lib/i18n';
import { shouldReload } from '../../lib/pwa/stale-build';

function BrokenPage() {
  return (
    <main className="empty standalone" role="alert">
      <Drawing name="torn" />
      <h1 className="title">{t('ui.brokenPage')}</h1>
      <p>{t('ui.brokenPageText')}</p>
      <Button onClick={() => location.reload()}>{t('ui.reload')}</Button>
    </main>
  );
}

interface BoundaryProps {
  /** The address; a new one resets the error. */
  place: string;
  children: ReactNode;
}

interface BoundaryState {
  failed: boolean;
  /** While the page reloads nothing is shown. */
  reloading: boolean;
  place: string;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, reloading: false, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: true, reloading: shouldReload(error) };
  }

  override componentDidCatch() {
    if (this.state.reloading) location.reload();
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { failed: false, reloading: false, place };
  }

  override render() {
    const { failed, reloading } = this.state;
    if (failed) return reloading ? null : <BrokenPage />;
    return this.props.children;
  }
}

/** Catches a page that fails to load or to render, usually because a newer version has replaced its files. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation().key}>{children}</Boundary>;
}
