import type { ReactNode } from 'react';

/** The product's own icons, drawn on 24 x 24 with one stroke width. */
const ICONS = {
  heart: (
    <path
      d={
        'M12 19.8C7.3 16.6 4 13.6 4 9.7 4 7 6 5 8.4 5c1.5 0 2.8.8 3.6 2 .8-1.2 2.1-2 3.6-2C18 5 20 7 20 ' +
        '9.7c0 3.9-3.3 6.9-8 10.1z'
      }
    />
  ),
  comment: (
    <path
      d={
        'M20 11.6c0 3.9-3.6 6.9-8 6.9-.9 0-1.8-.1-2.6-.4L5 19.8l1.2-3.6A6.3 6.3 0 0 1 4 11.6c0-3.9 3.6-7 ' +
        '8-7s8 3.1 8 7z'
      }
    />
  ),
  bookmark: <path d="M6.5 5.8c0-.8.6-1.3 1.3-1.3h8.4c.7 0 1.3.5 1.3 1.3v13.7L12 15.7l-5.5 3.8z" />,
  share: (
    <>
      <path d="M12 14.5V4.3M8.2 7.8 12 4l3.8 3.8" />
      <path d="M5 13v5a1.7 1.7 0 0 0 1.7 1.7h10.6A1.7 1.7 0 0 0 19 18v-5" />
    </>
  ),
  drop: (
    <>
      <path d="M12 3.6c3 3.7 5.2 6.6 5.2 9.6a5.2 5.2 0 0 1-10.4 0c0-3 2.2-5.9 5.2-9.6z" />
      <path d="M9.8 13.4a2.3 2.3 0 0 0 2 2.2M4 20.8c1.3-.9 2.7-.9 4 0s2.7.9 4 0 2.7-.9 4 0 2.7.9 4 0" />
    </>
  ),
  more: <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="3" />,
  trash: <path d="M4.5 7h15M9.5 7V4.8h5V7M6.5 7l.8 12.2h9.4L17.5 7M10.2 10.8v5M13.8 10.8v5" />,
  pause: <path d="M9 6.5v11M15 6.5v11" strokeWidth="2.8" />,
  play: <path d="M9.2 6.6v10.8l8.4-5.4z" fill="currentColor" />,
  sound: <path d="M4.5 9.6v4.8h3l4.5 3.8V5.8L7.5 9.6zM15.4 9.4a3.8 3.8 0 0 1 0 5.2M17.8 6.9a7.3 7.3 0 0 1 0 10.2" />,
  smile: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M8.8 13.8c.7 1.4 1.8 2.1 3.2 2.1s2.5-.7 3.2-2.1M9.4 9.8h.01M14.6 9.8h.01" />
    </>
  ),
  tag: (
    <path
      d={
        'M4.5 5.8v5.6c0 .5.2 1 .6 1.4l6.6 6.6a1.9 1.9 0 0 0 2.7 0l5-5a1.9 1.9 0 0 0 0-2.7l-6.6-6.6a2 2 0 ' +
        '0 0-1.4-.6H5.8c-.7 0-1.3.6-1.3 1.3zM8.6 8.6h.01'
      }
    />
  ),
  mute: <path d="M4.5 9.6v4.8h3l4.5 3.8V5.8L7.5 9.6zM15.8 9.8l4.4 4.4M20.2 9.8l-4.4 4.4" />,
  home: (
    <>
      <path d="M4 11.2 11 4.6a1.5 1.5 0 0 1 2 0l7 6.6" />
      <path d="M6 9.8V18a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V9.8" />
      <path d="M10 20v-5h4v5" />
    </>
  ),
  search: (
    <>
      <circle cx="10.8" cy="10.8" r="6.3" />
      <path d="m15.6 15.6 4.6 4.6" />
    </>
  ),
  pen: (
    <>
      <path d="M4.5 19.5 5.6 15 15.8 4.8a2 2 0 0 1 2.8 0l.6.6a2 2 0 0 1 0 2.8L9 18.4z" />
      <path d="m13.8 6.8 3.4 3.4" />
    </>
  ),
  bell: (
    <>
      <path d="M6.2 16.5c1-1.2 1.3-2.6 1.3-5.5a4.5 4.5 0 0 1 9 0c0 2.9.3 4.3 1.3 5.5z" />
      <path d="M10 19.5a2.2 2.2 0 0 0 4 0M12 6.5V4.6" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8.2" r="3.9" />
      <path d="M4.8 20c.7-3.9 3.5-6 7.2-6s6.5 2.1 7.2 6" />
    </>
  ),
  theme: (
    <>
      <circle cx="12" cy="12" r="7.5" />
      <path d="M12 4.5a7.5 7.5 0 0 1 0 15z" fill="currentColor" />
    </>
  ),
  invite: (
    <>
      <circle cx="10" cy="8.2" r="3.7" />
      <path d="M3.5 19.5c.6-3.5 3-5.3 6.5-5.3 1.7 0 3.2.4 4.3 1.3M18 14v6M15 17h6" />
    </>
  ),
  logout: (
    <path
      d={
        'M14 7.5V6.3A1.8 1.8 0 0 0 12.2 4.5H6.8A1.8 1.8 0 0 0 5 6.3v11.4a1.8 1.8 0 0 0 1.8 1.8h5.4a1.8 ' +
        '1.8 0 0 0 1.8-1.8v-1.2M10 12h10M16.8 8.8 20 12l-3.2 3.2'
      }
    />
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  arrow: <path d="M4.5 12h15M13.5 5.8 19.7 12l-6.2 6.2" />,
  plus: <path d="M12 5v14M5 12h14" />,
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
      <path d="M4 10h16M8.5 3.6v3.6M15.5 3.6v3.6M8 14h.01M12 14h.01M16 14h.01" />
    </>
  ),
  back: <path d="M19.5 12h-15M10.5 5.8 4.3 12l6.2 6.2" />,
  forward: <path d="M4.5 12h15M13.5 5.8 19.7 12l-6.2 6.2" />,
  image: (
    <>
      <rect x="4" y="5" width="16" height="14" rx="2.5" />
      <path d="m4.5 16.5 4.6-4.6 3.8 3.8 2.6-2.5 4 3.9" />
      <circle cx="15.5" cy="9.3" r="1.3" />
    </>
  ),
  camera: (
    <>
      <path d="M4 9a2 2 0 0 1 2-2h2l1.5-2.3h5L16 7h2a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z" />
      <circle cx="12" cy="13" r="3.3" />
    </>
  ),
  minus: <path d="M5 12h14" />,
  trending: <path d="m4 16.5 5.2-5.3 3.6 3.6L20 7.5M14.8 7.2H20v5.2" />,
  link: (
    <path
      d={
        'M10 14a3.8 3.8 0 0 0 5.4 0l3.2-3.2a3.8 3.8 0 0 0-5.4-5.4l-1 1M14 10a3.8 3.8 0 0 0-5.4 0l-3.2 ' +
        '3.2a3.8 3.8 0 0 0 5.4 5.4l1-1'
      }
    />
  ),
  qr: (
    <path
      d={
        'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5H16V16M19.5 13.5v2M13.5 19.5h2M18.5 ' + '18.5h1v1'
      }
    />
  ),
  code: <path d="m8.5 7.5-5 4.6 5 4.4M15.5 7.5l5 4.6-5 4.4M13.4 5.5l-2.8 13" />,
  check: <path d="m5 12.8 4.4 4.7L19 6.8" />,
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11" height="11" rx="2.5" />
      <path d="M15.5 8.5V7A2.5 2.5 0 0 0 13 4.5H7A2.5 2.5 0 0 0 4.5 7v6A2.5 2.5 0 0 0 7 15.5h1.5" />
    </>
  ),
  eye: (
    <>
      <path d="M2.8 12C5 8 8.2 6 12 6s7 2 9.2 6c-2.2 4-5.4 6-9.2 6s-7-2-9.2-6z" />
      <circle cx="12" cy="12" r="2.7" />
    </>
  ),
  eyeOff: (
    <>
      <path d="M2.8 12C5 8 8.2 6 12 6s7 2 9.2 6c-2.2 4-5.4 6-9.2 6s-7-2-9.2-6z" />
      <circle cx="12" cy="12" r="2.7" />
      <path d="M4.5 19.5 19.5 4.5" />
    </>
  ),
  sliders: (
    <>
      <path d="M4 8h9M17.5 8H20M4 16h2.5M11 16h9" />
      <circle cx="15.2" cy="8" r="2.2" />
      <circle cx="8.8" cy="16" r="2.2" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 7.6V12l3 2" />
    </>
  ),
  alert: (
    <>
      <path d="M12 4.5 20.5 19h-17z" />
      <path d="M12 10v4M12 16.6h.01" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof ICONS;

interface IconProps {
  name: IconName;
  /** `s` is 18 px, `m` 22, `l` 24. */
  size?: 's' | 'm' | 'l';
}

const SIZES = { s: 'ic ic-s', m: 'ic ic-m', l: 'ic' };

/** Arrows follow the direction of reading. */
const TURNING: readonly IconName[] = ['arrow', 'back', 'forward'];

/** One icon in the colour of the surrounding text. Decorative: the control that contains it carries the name. */
export function Icon({ name, size = 'l' }: IconProps) {
  return (
    <svg
      className={TURNING.includes(name) ? `${SIZES[size]} ic-turn` : SIZES[size]}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {ICONS[name]}
    </svg>
  );
}
