/**
 * What polls and users are found by, made by the search service's own code, so that the index holds what it would hold.
 */

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

    async storePolls(
      polls: {
        id: number;
        authorId: number;
        createdAt: string;
        question: string;
        options: string[];
        topics: string[];
        votes: number;
      }[],
    ) {
      const entries = polls.map((poll) => ({ ...poll, ...pollEntry(folding, poll) }));
      await queries.query({
        text: `insert into poll_documents (poll_id, author_id, question, options, created_at, votes_count,
          tally_version, question_text, topics, topics_version, topic_keys, topic_labels, tokens)
               select id, author_id, question, string_to_array(options, e'\\n'), created_at, votes, votes,
                 question_text, string_to_array(topics, e'\\n'), 1,
                 string_to_array(keys, ' '), string_to_array(labels, ' '), array_to_tsvector(string_to_array(tokens, ' '))
               from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::int[],
                 $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
                 as t (id, author_id, question, options, created_at, votes, question_text, topics, keys, labels, tokens)`,
        values: [
          entries.map((e) => e.id),
          entries.map((e) => e.authorId),
          entries.map((e) => e.question),
          entries.map((e) => e.options.join('\n')),
          entries.map((e) => e.createdAt),
          entries.map((e) => e.votes),
          entries.map((e) => e.text),
          entries.map((e) => e.topics.join('\n')),
          entries.map((e) => e.keys.join(' ')),
          entries.map((e) => e.labels.join(' ')),
          entries.map((e) => e.tokens.join(' ')),
        ],
      });
      await addWords(
        queries,
        entries.flatMap(({ tokens }) => tokens),
      );
    },
  };
}
