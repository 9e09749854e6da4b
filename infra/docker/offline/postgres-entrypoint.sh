#!/bin/sh
# The part of the official image's entry point that compose.yml relies on: the first start creates a cluster with
# POSTGRES_USER, POSTGRES_PASSWORD_FILE and POSTGRES_DB that accepts passwords from everywhere.
set -eu
[ "${1:-}" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres "$PGDATA"
  exec gosu postgres sh "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  initdb -D "$PGDATA" -U "${POSTGRES_USER:-postgres}" --pwfile="$POSTGRES_PASSWORD_FILE" \
    --auth-host=scram-sha-256 --auth-local=trust ${POSTGRES_INITDB_ARGS:-} >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w -o '-c listen_addresses=' start >/dev/null
  db=${POSTGRES_DB:-${POSTGRES_USER:-postgres}}
  [ "$db" = postgres ] || createdb -U "${POSTGRES_USER:-postgres}" "$db"
  pg_ctl -D "$PGDATA" -w -m fast stop >/dev/null
fi
shift
exec postgres -c listen_addresses='*' "$@"
