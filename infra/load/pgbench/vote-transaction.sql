-- One vote as an ordinary service writes it: a transaction of statements, one round trip each.
-- Each client counts its own voters, so every vote is a new (poll, user) pair.
\set n :n + 1
\set poll random(:first_poll, :last_poll)
\set user :client_id * 1000000 + :n
\set choice random(1, 3)
BEGIN;
INSERT INTO bench.votes (poll_id, user_id, option_index) VALUES (:poll, :user, :choice - 1);
UPDATE bench.poll_counters SET votes[:choice] = votes[:choice] + 1, votes_count = votes_count + 1, version = version + 1
  WHERE poll_id = :poll;
INSERT INTO bench.outbox (event_id, subject, payload) VALUES (gen_random_uuid(), 'polls.votes-counted.v1', :payload);
SELECT votes, votes_count, version FROM bench.poll_counters WHERE poll_id = :poll;
COMMIT;
