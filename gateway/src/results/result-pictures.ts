import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ResultsFile } from '@inkling/contracts';
import { AVATAR_SIZE } from '../share/card-layout.js';
import { drawable } from '../share/card-text.js';
import { Cards, drawingOf, type Picture } from '../share/cards.js';
import { inkOf, LIGHT_INKS } from '../share/inks.js';
import { SharePictures } from '../share/share-pictures.js';
import { pictureLayout, type PictureContent } from './picture-layout.js';
import { notesIn, shareIn, stateIn, turnoutIn, wordsIn, type PictureLanguage } from './picture-words.js';

/** Increased with every change of the drawing. */
const DRAWING_VERSION = 1;

/** What the picture of these results shows. */
export function pictureContent(file: ResultsFile, language: PictureLanguage, now = Date.now()): PictureContent {
  const words = wordsIn(language);
  const { user, options, ended, votesCount, countedVotes, runOff } = file;
  const waiting = countedVotes === 0 && votesCount > 0;
  const username = user?.username ? drawable(user.username) : undefined;
  return {
    ink: LIGHT_INKS[inkOf(file.pollId)],
    question: drawable(file.question) ?? words.poll,
    options: options.map(({ text, votes, percent, leads, right }, index) => ({
      text: drawable(text) ?? words.option(index + 1),
      votes: votes.toLocaleString(language),
      share: shareIn(language, percent),
      percent: waiting ? null : percent,
      leads: leads && !waiting,
      note: right ? words.right : ended && runOff?.winner === index ? words.winner : null,
    })),
    turnout: turnoutIn(language, file),
    notes: notesIn(language, file),
    state: stateIn(language, file, now),
    author: drawable(user?.name ?? '') ?? username ?? words.someone,
    username: username ?? null,
    avatar: user?.profilePicture ?? null,
  };
}

/** Results as PNG (docs/product.md#results), drawn in the same line as share cards and kept in the same cache. */
@Injectable()
export class ResultPictures {
  constructor(
    private readonly cards: Cards,
    private readonly pictures: SharePictures,
  ) {}

  /**
   * @param ip address of the client
   * @throws ApiError `unavailable` if too many pictures wait
   */
  png(file: ResultsFile, language: PictureLanguage, ip: string): Promise<Buffer> {
    const content = pictureContent(file, language);
    const state = createHash('sha256').update(JSON.stringify([DRAWING_VERSION, content]));
    return this.cards.picture(`results/${state.digest('base64url')}`, ip, () => this.#pictureOf(content));
  }

  async #pictureOf(content: PictureContent): Promise<Picture> {
    let [avatar, whole]: [string | undefined, boolean] = [undefined, true];
    try {
      avatar = await this.pictures.filling(content.avatar, AVATAR_SIZE, AVATAR_SIZE);
    } catch {
      whole = false;
    }
    const texts = [
      content.question,
      content.author,
      content.username ?? '',
      ...content.options.map(({ text }) => text),
    ];
    return { drawing: { ...drawingOf(pictureLayout(content, avatar), texts), tall: true }, whole };
  }
}
