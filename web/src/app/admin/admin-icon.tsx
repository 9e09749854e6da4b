import type { ReactNode } from 'react';

/** Icons of the administration alone, drawn like the product's own, which are in its first chunk. */
const ICONS = {
  overview: <path d="M4.5 19.5h15M7 16v-5M12 16V5.5M17 16V9" />,
  queue: (
    <>
      <path d="M5 6.5h14M5 12h14M5 17.5h8" />
      <path d="m15.5 17 1.7 1.8 3.3-3.8" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8.4" r="3.5" />
      <path d="M2.8 19.3c.6-3.5 2.9-5.3 6.2-5.3s5.6 1.8 6.2 5.3M15.3 5.2a3.5 3.5 0 0 1 0 6.4M17.6 14.6c1.9.8 3.1 2.4 3.6 4.7" />
    </>
  ),
  requests: (
    <>
      <circle cx="10" cy="8.4" r="3.5" />
      <path d="M3.8 19.3c.6-3.5 2.9-5.3 6.2-5.3 1.5 0 2.8.4 3.8 1.1M18.5 14.5v5M16 17h5" />
    </>
  ),
  log: (
    <>
      <path d="M6 4.5h9.5L19 8v11.5H6z" />
      <path d="M9.5 10.5h6M9.5 14h6" />
    </>
  ),
  settings: (
    <>
      <path d="M4 8h9M17.5 8H20M4 16h2.5M11 16h9" />
      <circle cx="15.2" cy="8" r="2.2" />
      <circle cx="8.8" cy="16" r="2.2" />
    </>
  ),
  pages: (
    <>
      <rect x="4.5" y="5" width="15" height="14" rx="2.5" />
      <path d="M4.5 9.5h15" />
    </>
  ),
  invitations: (
    <>
      <rect x="4" y="6" width="16" height="12.5" rx="2.5" />
      <path d="m4.8 8 7.2 5.6L19.2 8" />
    </>
  ),
  announcements: <path d="M4.5 10v4l10 4V6zM14.5 9.5a2.6 2.6 0 0 1 0 5M7 15l1 4.5h2.5" />,
  health: <path d="M3.5 12.5h4l2.2-6 4 12 2.4-6h4.4" />,
} satisfies Record<string, ReactNode>;

export type AdminIconName = keyof typeof ICONS;

/** The icon of a screen of the administration; decorative. */
export const AdminIcon = ({ name }: { name: AdminIconName }) => (
  <svg className="ic ic-m" viewBox="0 0 24 24" aria-hidden="true">
    {ICONS[name]}
  </svg>
);
