import { Fragment, type ReactNode } from 'react';
import { t, type MessageKey } from './index';

/** A sentence whose `{variables}` are elements: emphasised names, isolated foreign text. A variable without a part stays as written. */
export function Filled({ message, parts }: { message: MessageKey; parts: Record<string, ReactNode> }) {
  return t(message)
    .split(/(\{\w+\})/)
    .map((piece, index) => <Fragment key={index}>{/^\{\w+\}$/.test(piece) ? (parts[piece.slice(1, -1)] ?? piece) : piece}</Fragment>);
}
