import type { ReactNode } from 'react';
import { useServerConfig } from '../../lib/server-config';

const NETWORKS = [
  { name: 'X', hosts: ['x.com', 'twitter.com'], drawing: <path d="m5 5 14 14M19 5 5 19" /> },
  {
    name: 'Instagram',
    hosts: ['instagram.com'],
    drawing: (
      <>
        <rect x="4.5" y="4.5" width="15" height="15" rx="4.5" />
        <circle cx="12" cy="12" r="3.5" />
        <path d="M16.3 7.7h.01" strokeWidth="2.5" />
      </>
    ),
  },
  {
    name: 'LinkedIn',
    hosts: ['linkedin.com'],
    drawing: (
      <>
        <rect x="4.5" y="4.5" width="15" height="15" rx="3" />
        <path d="M8.5 11v5M8.5 8.2h.01M12 16v-5M12 13c0-2.7 3.8-2.7 3.8 0v3" />
      </>
    ),
  },
];

const CHAIN = (
  <path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1" />
);

/** The social network of an address, recognised by its host; the host's name for any other page. */
function networkOf(address: string): { name: string; drawing: ReactNode } {
  const host = new URL(address).hostname.replace(/^www\./, '');
  return NETWORKS.find(({ hosts }) => hosts.includes(host)) ?? { name: host, drawing: CHAIN };
}

/** Links to the operator's pages on social networks, if there are any. */
export function SocialLinks() {
  const social = useServerConfig()?.operator.social ?? [];
  if (social.length === 0) return null;
  return (
    <p className="social">
      {social.map((address) => {
        const { name, drawing } = networkOf(address);
        return (
          <a key={address} href={address} aria-label={name} title={name} rel="noopener noreferrer me">
            <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
              {drawing}
            </svg>
          </a>
        );
      })}
    </p>
  );
}
