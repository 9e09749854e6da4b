import { describe, expect, it } from '@jest/globals';
import { ABSTAINED, SEALED_CHOICE, maskOf, place } from './ballots/index.js';
import {
  PollBytes,
  completePoll,
  pollForViewer,
  pollPage,
  pollPageBytes,
  pollPageEnd,
  resultsVisible,
  votedFields,
} from './poll-text.js';

const texts = { visible: '{"id":7,"votes":[3,1]', hidden: '{"id":7', open: false, method: 'single' } as const;
const parse = (text: string): unknown => JSON.parse(text);
const untouched = { userVoted: false, userVote: null };
const voted = { vote: 1, liked: true, saved: false, reminded: true };

describe('A poll’s text', () => {
  it('becomes JSON with the viewer fields', () => {
    const others = { userLiked: false, userSaved: true, userReminded: false };
    const viewer = { resultsVisible: true, ...votedFields([2, 0], false), ...others };
    const { userAbstained: _left, userReminded: _default, ...shown } = viewer;
    expect(parse(completePoll(texts.hidden, viewer))).toEqual({ id: 7, ...shown, userChoices: [2, 0] });
  });

  it('hides its counts from a viewer who has not voted', () => {
    const nothing = { ...untouched, userLiked: false, userSaved: false };
    expect(parse(pollForViewer(texts))).toEqual({ id: 7, resultsVisible: false, ...nothing });
    expect(parse(pollForViewer({ ...texts, open: true }))).toMatchObject({ votes: [3, 1], resultsVisible: true });
  });

  it('shows its counts to a voter', () => {
    const fields = { resultsVisible: true, userVoted: true, userVote: 1, userLiked: true, userSaved: false };
    expect(parse(pollForViewer(texts, voted))).toEqual({ id: 7, votes: [3, 1], ...fields });
  });

  it.each([null, ABSTAINED])('says that a viewer without a vote (%s) waits for the result, and of no voter', (vote) => {
    expect(parse(pollForViewer(texts, { ...voted, vote }))).toMatchObject({ userVoted: false, userReminded: true });
    expect(parse(pollForViewer(texts, { ...voted, vote, reminded: false }))).not.toHaveProperty('userReminded');
    expect(parse(pollForViewer(texts, voted))).not.toHaveProperty('userReminded');
  });

  it.each([
    ['single', 4, { userVoted: true, userVote: 4 }],
    ['multiple', maskOf([4, 1]), { userVoted: true, userVote: null, userChoices: [1, 4] }],
    ['ranked', place([4, 1]), { userVoted: true, userVote: null, userChoices: [4, 1] }],
    ['ranked', SEALED_CHOICE, { userVoted: true, userVote: null }],
    ['single', ABSTAINED, { userVoted: false, userVote: null, userAbstained: true, userReminded: true }],
  ] as const)('shows the vote on a %s poll that is stored as %i, without what is ordinary', (method, vote, fields) => {
    const poll = parse(pollForViewer({ ...texts, method }, { ...voted, vote }));
    const others = { id: 7, votes: [3, 1], resultsVisible: true, userLiked: true, userSaved: false };
    expect(poll).toEqual({ ...others, ...fields });
  });

  it('reads the same as bytes', () => {
    for (const open of [true, false])
      for (const actions of [undefined, voted, { ...voted, vote: null }]) {
        const bytes = Buffer.concat(new PollBytes({ ...texts, open }).forViewer(actions));
        expect(bytes.toString()).toBe(pollForViewer({ ...texts, open }, actions));
      }
  });

  it('says as bytes why a poll is recommended', () => {
    const bytes = new PollBytes(texts).forViewer(undefined, { reason: 'trending', similarToLiked: false });
    expect(parse(Buffer.concat(bytes).toString())).toMatchObject({
      id: 7,
      userVote: null,
      isRecommended: true,
      recommendationReason: 'trending',
      similarToLiked: false,
    });
  });
});

describe('A page of polls', () => {
  it('reads the same as text and as bytes', () => {
    const polls = [{ a: 1 }, { b: 2 }].map((poll) => JSON.stringify(poll));
    const page = pollPage(polls.join(','), '"pagination":{}');
    expect(parse(page)).toEqual({ polls: [{ a: 1 }, { b: 2 }], pagination: {} });
    const parts = polls.map((poll) => [Buffer.from(poll)]);
    const end = pollPageEnd('"pagination":{}');
    expect(pollPageBytes(parts, end).toString()).toBe(page);
    expect(pollPageBytes([], end).toString()).toBe(pollPage('', '"pagination":{}'));
  });
});

describe('Results of a poll', () => {
  it('are visible where they are open to all, or after a vote', () => {
    expect(resultsVisible(false, false)).toBe(false);
    expect(resultsVisible(true, false)).toBe(true);
    expect(resultsVisible(false, true)).toBe(true);
  });
});
