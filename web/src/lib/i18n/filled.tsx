import { Fragment, type ReactNode } from 'react';
import { t, type MessageKey } from './index';

interface FilledProps {
  message: MessageKey;
  /** Elements by variable: emphasised names, isolated foreign text. */
  parts: Record<string, ReactNode>;
  /** Selects the plural form. */
  count?: number;
}

/** A sentence whose `{variables}` are elements. A variable without a part stays as written. */
export function Filled({ message, parts, count }: FilledProps) {
  return t(message, count === undefined ? {} : { count })
    .split(/(\{\w+\})/)
    .map((piece, index) => (
      <Fragment key={index}>{/^\{\w+\}$/.test(piece) ? (parts[piece.slice(1, -1)] ?? piece) : piece}</Fragment>
    ));
}
