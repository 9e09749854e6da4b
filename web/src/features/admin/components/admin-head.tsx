import type { ReactNode } from 'react';
import { usePageTitle } from '../../../lib/page-title';
import styles from './admin-head.module.css';

/** The heading of a screen of the administration, which also names the tab; beside it, what belongs to all of it. */
export function AdminHead({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <div className={`page-head ${styles.root}`}>
      <h1 className="title">{title}</h1>
      {children}
    </div>
  );
}

/** The margins of a screen below its heading, and of the heading. */
export const AdminPage = ({ children }: { children: ReactNode }) => <div className={styles.page}>{children}</div>;
