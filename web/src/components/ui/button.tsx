import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

interface Look {
  /** `ink` is the one filled button of a view; `stamp` is for destructive actions; `plain` has no ground. */
  variant?: 'ink' | 'line' | 'well' | 'stamp' | 'plain';
  /** `s` 36 px, `m` 48, `l` 52 (forms and dialogs), `xl` 56. */
  size?: 's' | 'm' | 'l' | 'xl';
  /** As wide as its container. */
  block?: boolean;
  children: ReactNode;
}

const classes = ({ variant = 'ink', size = 'm', block = false }: Omit<Look, 'children'>, extra = '') =>
  ['btn', variant !== 'plain' && `btn-${variant}`, size !== 'm' && `btn-${size}`, block && 'btn-block', extra]
    .filter(Boolean)
    .join(' ');

/** A button; `type` is `button` by default. */
export function Button({
  variant,
  size,
  block,
  className,
  type = 'button',
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type={type} className={classes({ variant, size, block }, className)} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, block, className, ...rest }: Look & LinkProps) {
  return <Link className={classes({ variant, size, block }, className)} {...rest} />;
}
