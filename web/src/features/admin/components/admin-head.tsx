import type { ReactNode } from 'react';
import { keepsFocus } from '../../../lib/keeps-focus';
import { usePageTitle } from '../../../lib/page-title';
import styles from './admin-head.module.css';

/** The heading of an administration screen, which also titles the tab; `children` stand beside it. */
export function AdminHead({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <div className={`page-head ${styles.root}`}>
      <h1 className="title">{title}</h1>
      {children}
    </div>
  );
}

/** The margins of a screen below its heading, and of the heading. A button that disappears leaves its focus within. */
export const AdminPage = ({ children }: { children: ReactNode }) => (
  <div ref={keepsFocus} className={styles.page}>
    {children}
  </div>
);
