import { PlaceholderLink } from '../ui/placeholder-link';

const NETWORKS = [
  { name: 'X', drawing: <path d="m5 5 14 14M19 5 5 19" /> },
  {
    name: 'Instagram',
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
    drawing: (
      <>
        <rect x="4.5" y="4.5" width="15" height="15" rx="3" />
        <path d="M8.5 11v5M8.5 8.2h.01M12 16v-5M12 13c0-2.7 3.8-2.7 3.8 0v3" />
      </>
    ),
  },
];

/** Where else the product can be found. */
export function SocialLinks() {
  return (
    <p className="social">
      {NETWORKS.map(({ name, drawing }) => (
        <PlaceholderLink key={name} label={name}>
          <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
            {drawing}
          </svg>
        </PlaceholderLink>
      ))}
    </p>
  );
}
