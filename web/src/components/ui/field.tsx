import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { t } from '../../lib/i18n';
import { Icon } from './icon';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Shown under the field and linked to it for screen readers. */
  error?: string;
  /** One line under the field while it has no error. */
  hint?: string;
  /** Before the text, such as the @ of a username. */
  prefix?: string;
  /** Inside the field, at its end. */
  children?: ReactNode;
}

/** For text that must stay exactly as typed: phones would capitalise and correct it. */
const LITERAL = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** A labelled text field; further properties go to the input. */
export function Field({ label, error, hint, prefix, children, ...input }: FieldProps) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className="input">
        {prefix && <span className="muted input-prefix">{prefix}</span>}
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          {...(input.type === 'email' ? LITERAL : {})}
          {...input}
        />
        {children}
      </span>
      {hint && !error && (
        <span className="fine" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

/** A password field with a button that shows and hides the text. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'children'>) {
  const [visible, setVisible] = useState(false);
  return (
    <Field {...LITERAL} {...props} type={visible ? 'text' : 'password'}>
      <button
        type="button"
        className="icon-btn input-end"
        aria-label={visible ? t('auth.hidePassword') : t('auth.showPassword')}
        onClick={() => setVisible(!visible)}
      >
        <Icon name={visible ? 'eyeOff' : 'eye'} size="m" />
      </button>
    </Field>
  );
}
