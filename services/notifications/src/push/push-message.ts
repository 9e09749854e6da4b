import { createHash } from 'node:crypto';
import type { PushKind } from './push-queue.js';

/** Push services take 4,096 bytes, encryption and what FCM adds included. */
const BYTES_MAX = 3_000;
const TITLE_MAX = 120;
const BODY_MAX = 400;
const LINK_MAX = 500;
const ICON = '/favicon.svg';

/** The fields of a push message (spec 3), as the browser reads them. */
export interface PushFields {
  readonly title: string;
  readonly body: string;
  readonly icon: string;
  readonly image?: string;
  /** Absolute. */
  readonly link: string;
  readonly data: { readonly kind: PushKind; readonly tag: string; readonly noticeId?: number };
}

export interface PushMessage {
  readonly fields: PushFields;
  /**
   * The same for all that stands for one notice: the service and the device keep only the latest. At most 32
   * characters, base64url.
   */
  readonly tag: string;
  /** Seconds after which nobody wants to know any more. */
  readonly ttl: number;
}

/** What the queue holds of a push. */
export interface QueuedPush {
  readonly kind: PushKind;
  readonly noticeId: number | null;
  readonly topic: string;
  readonly payload: { readonly title: string; readonly body: string; readonly link: string; readonly image?: string };
  /** Seconds until it is given up. */
  readonly ttl: number;
}

/** Makes the message: links absolute, text shortened to what a push service takes. */
export function messageOf(push: QueuedPush, origin: string): PushMessage {
  const tag = createHash('sha256').update(push.topic).digest('base64url').slice(0, 32);
  const { title, body, link, image } = push.payload;
  const picture = image === undefined ? undefined : absolute(image, origin);
  const fields = (text: string): PushFields => ({
    title: clip(title, TITLE_MAX),
    body: text,
    icon: new URL(ICON, origin).href,
    ...(picture !== undefined && picture.length <= LINK_MAX ? { image: picture } : {}),
    link: clipLink(absolute(link, origin), origin),
    data: { kind: push.kind, tag, ...(push.noticeId === null ? {} : { noticeId: push.noticeId }) },
  });
  let length = BODY_MAX;
  let shaped = fields(clip(body, length));
  // Text of four bytes a character, or of characters that JSON escapes, is shortened further.
  while (Buffer.byteLength(JSON.stringify(shaped)) > BYTES_MAX && length > 0) {
    length = Math.floor(length / 2);
    shaped = fields(clip(body, length));
  }
  return { fields: shaped, tag, ttl: push.ttl };
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** At most `max` UTF-16 units with the ellipsis, never cut within what a reader sees as one character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  // A little more than `max` is enough to find the last whole character, however long the text is.
  for (const { index, segment } of graphemes.segment(text.slice(0, max + 32))) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  return max < 1 ? '' : `${text.slice(0, end).trimEnd()}…`;
}

function absolute(link: string, origin: string): string {
  return URL.canParse(link, origin) ? new URL(link, origin).href : origin;
}

const clipLink = (link: string, origin: string): string =>
  link.length <= LINK_MAX && /^https?:/.test(link) ? link : origin;
