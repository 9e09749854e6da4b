import { Fragment, type ReactNode } from 'react';
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { safeAddress } from './safe-address';
import styles from './markdown.module.css';

/** Deeper nesting shows as text: rendering is recursive. */
const DEPTH_MAX = 12;

const each = (tokens: readonly Token[] | undefined, depth: number): ReactNode =>
  tokens?.map((token, index) => <Fragment key={index}>{show(token as MarkedToken, depth)}</Fragment>);

function Address({ token, depth }: { token: Tokens.Link; depth: number }) {
  const address = safeAddress(token.href);
  if (address === undefined) return <>{each(token.tokens, depth)}</>;
  return (
    <a className="link" href={address} rel="noopener noreferrer nofollow">
      {each(token.tokens, depth)}
    </a>
  );
}

function List({ token, depth }: { token: Tokens.List; depth: number }) {
  const items = token.items.map((item, index) => <li key={index}>{each(item.tokens, depth)}</li>);
  return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ token, depth }: { token: Tokens.Table; depth: number }) {
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index} scope="col">
                {each(cell.tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{each(cell.tokens, depth)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading({ token, depth }: { token: Tokens.Heading; depth: number }) {
  // The page has its own first heading.
  const Level = token.depth === 1 ? 'h2' : token.depth === 2 ? 'h3' : 'h4';
  return <Level>{each(token.tokens, depth)}</Level>;
}

/** The element of a token. A kind that is not listed here shows as the text that it was written as. */
function show(token: MarkedToken, nesting: number): ReactNode {
  const depth = nesting + 1;
  if (depth > DEPTH_MAX) return token.raw;
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    case 'heading':
      return <Heading token={token} depth={depth} />;
    case 'paragraph':
      return <p>{each(token.tokens, depth)}</p>;
    case 'text':
      return token.tokens ? each(token.tokens, depth) : token.text;
    case 'list':
      return <List token={token} depth={depth} />;
    case 'blockquote':
      return <blockquote>{each(token.tokens, depth)}</blockquote>;
    case 'table':
      return <Table token={token} depth={depth} />;
    case 'hr':
      return <hr />;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'codespan':
      return <code>{token.text}</code>;
    case 'strong':
      return <strong>{each(token.tokens, depth)}</strong>;
    case 'em':
      return <em>{each(token.tokens, depth)}</em>;
    case 'del':
      return <del>{each(token.tokens, depth)}</del>;
    case 'br':
      return <br />;
    case 'link':
      return <Address token={token} depth={depth} />;
    case 'image':
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
}

function tokensOf(text: string): readonly Token[] | undefined {
  try {
    return lexer(text, { gfm: true });
  } catch {
    // Nested too deeply for the parser.
    return undefined;
  }
}

/**
 * An operator's Markdown as elements. No HTML is made from it, so that nothing in it can run: HTML shows as text,
 * pictures as their description (ADR 33).
 */
export function Markdown({ text }: { text: string }) {
  const tokens = tokensOf(text);
  return <div className={styles.root}>{tokens ? each(tokens, 0) : <p className={styles.plain}>{text}</p>}</div>;
}
