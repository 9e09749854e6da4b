import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';
import { AuthFrame } from './auth-frame';

const Field = ({ children }: { children?: ReactNode }) => (
  <div className="field">
    <span className="label" />
    <span className="input">
      <span />
      {children}
    </span>
  </div>
);

/**
 * The login page without words, since the language is unknown. Callers make it inert, because its controls do nothing.
 */
export function LoginFrame() {
  return (
    <AuthFrame steady="settling">
      <p className="title" />
      <p />
      <form>
        <Field />
        <Field>
          <span className="icon-btn input-end">
            <Icon name="eye" size="m" />
          </span>
        </Field>
        <span className="btn btn-ink btn-l btn-block" />
      </form>
    </AuthFrame>
  );
}
