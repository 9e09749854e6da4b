/**
 * What polls and users are found by, made by the search service's own code, so that the index holds what it would hold.
 */
import type { PollRow } from './polls.mts';

/**
 * Loaded late: the product is built when it starts.
 * @param queries in the search service's schema
 */
export async function searchIndex(queries: ReturnType<typeof import('./bulk.mts').queriesOf>) {
  const [{ Folding }, { pollEntry }, { storeProfiles }, { addWords }] = await Promise.all([
    import('../../../services/search/dist/text/folding.js'),
    import('../../../services/search/dist/polls/poll-entry.js'),
    import('../../../services/search/dist/users/user-index.js'),
    import('../../../services/search/dist/vocabulary/vocabulary.js'),
  ]);
  const folding = await Folding.load((text: string, values: readonly unknown[]) => queries.query({ text, values }));
  return {
    storePeople: (people: { userId: number; name: string; username: string; profilePicture: string | null }[]) =>
      storeProfiles(
        queries,
        folding,
        people.map((person) => ({ ...person, version: 1, hasCompletedProfile: true })),
      ),

    async storePolls(polls: PollRow[]) {
      const entries = polls.map((poll) => ({ ...poll, ...pollEntry(folding, poll) }));
      await queries.query({
        text: `insert into poll_documents (poll_id, author_id, question, options, created_at, votes_count,
            tally_version, question_text, topics, topics_version, topic_keys, topic_labels, tokens)
          select id, "authorId", question, options, "createdAt", votes, votes,
            text, topics, 1, keys, labels, array_to_tsvector(tokens)
          from jsonb_to_recordset($1::jsonb) as t (
            id bigint, "authorId" bigint, question text, options text[], "createdAt" timestamptz, votes int,
            text text, topics text[], keys text[], labels text[], tokens text[])`,
        values: [JSON.stringify(entries)],
      });
      await addWords(
        queries,
        entries.flatMap(({ tokens }) => tokens),
      );
    },
  };
}
