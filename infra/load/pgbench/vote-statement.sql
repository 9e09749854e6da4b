-- One vote in one statement, which is the least that a vote of its own can cost: one round trip, one commit.
\set n :n + 1
\set poll random(:first_poll, :last_poll)
\set user :client_id * 1000000 + :n
\set choice random(1, 3)
WITH vote AS (
  INSERT INTO bench.votes (poll_id, user_id, option_index) VALUES (:poll, :user, :choice - 1)
  ON CONFLICT DO NOTHING RETURNING poll_id
), tally AS (
  UPDATE bench.poll_counters c
  SET votes[:choice] = votes[:choice] + 1, votes_count = votes_count + 1, version = version + 1
  FROM vote WHERE c.poll_id = vote.poll_id RETURNING c.votes, c.votes_count, c.version
), event AS (
  INSERT INTO bench.outbox (event_id, subject, payload)
  SELECT gen_random_uuid(), 'polls.votes-counted.v1', :payload FROM tally
)
SELECT votes, votes_count, version FROM tally;
