import { createHash } from 'node:crypto';
import type { PushKind } from './push-queue.js';

/** Push services accept 4,096 bytes, which includes encryption and the fields that FCM adds. */
const BYTES_MAX = 3_000;
const TITLE_MAX = 120;
const BODY_MAX = 400;
const LINK_MAX = 500;
const ICON = '/favicon.svg';

/** The fields of a push message as the browser reads them (`web/public/worker/push.js`). */
export interface PushFields {
  readonly title: string;
  readonly body: string;
  readonly icon: string;
  readonly image?: string;
  /** Absolute address. */
  readonly link: string;
  readonly data: { readonly kind: PushKind; readonly tag: string; readonly noticeId?: number };
}

export interface PushMessage {
  readonly fields: PushFields;
  /** The same for all pushes of one topic: push service and device keep only the latest. 32 base64url characters. */
  readonly tag: string;
  /** Seconds after which the push service drops the message. */
  readonly ttl: number;
}

/** The part of a push that the queue stores as JSON. */
export interface PushPayload {
  readonly title: string;
  readonly body: string;
  readonly link: string;
  readonly image?: string;
  /** See `PushRequest.names`. */
  readonly names?: number;
}

/** A push as the queue stores it. */
export interface QueuedPush {
  readonly kind: PushKind;
  readonly notificationId: number | null;
  readonly topic: string;
  readonly payload: PushPayload;
  /** Seconds until it is dropped. */
  readonly ttl: number;
}

/** Builds the message: makes links absolute and shortens the text to what a push service accepts. */
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
    data: { kind: push.kind, tag, ...(push.notificationId === null ? {} : { noticeId: push.notificationId }) },
  });
  let length = BODY_MAX;
  let shaped = fields(clip(body, length));
  // Characters of four bytes, or ones that JSON escapes, need a shorter text.
  while (Buffer.byteLength(JSON.stringify(shaped)) > BYTES_MAX && length > 0) {
    length = Math.floor(length / 2);
    shaped = fields(clip(body, length));
  }
  return { fields: shaped, tag, ttl: push.ttl };
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Cuts to at most `max` UTF-16 units, ellipsis included, and never within a character as readers see it. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  // A little more than `max` is enough to find the last whole character.
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
