-- Tables of the comparison, of the same shape as those of the polls service (services/polls/src/migrations), in the same cluster.
DROP SCHEMA IF EXISTS bench CASCADE;
CREATE SCHEMA bench;
CREATE TABLE bench.votes (
  poll_id bigint NOT NULL,
  user_id bigint NOT NULL,
  option_index smallint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (poll_id, user_id)
);
CREATE TABLE bench.poll_counters (
  poll_id bigint PRIMARY KEY,
  votes_count bigint NOT NULL DEFAULT 0,
  option_votes bigint[] NOT NULL DEFAULT '{0,0,0}',
  version bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE TABLE bench.outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  payload text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz
);
