#!/bin/sh
# Keeps every change of PostgreSQL as it happens, and a base backup of every day to begin from, with the programs that come
# with PostgreSQL: what is in /archive can be brought back to any second (`npm run restore -- --to-time`).
#
#   /archive/SYSTEM-TIMELINE/wal/            pg_receivewal's files, older ones compressed
#   /archive/SYSTEM-TIMELINE/deletions/      lists of deleted accounts, which a restore deletes again; the newest one counts
#   /archive/SYSTEM-TIMELINE/base/TIME/      pg_basebackup's files; complete once they have that name, which is when it ended
#
# A server that was recovered or created again has another SYSTEM-TIMELINE, so no history is ever mixed with another.
set -eu
umask 077
slot=inkling_archive
keep_days=${ARCHIVE_DAYS:-7}
every=${ARCHIVE_BASE_SECONDS:-86400}
database=${ARCHIVE_DATABASE:-inkling}
export PGCONNECT_TIMEOUT=10 PGAPPNAME=archive

say() { printf '%s %s\n' "$(date -u +%FT%TZ)" "$*"; }
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d postgres -c "$1"; }

until pg_isready -q -t 3; do sleep 1; done
archive=${ARCHIVE:-/archive}
here=$archive/$(ask 'select system_identifier from pg_control_system()')-$(ask 'select timeline_id from pg_control_checkpoint()')
# Away for too long, the server has gone on without the archive: what it has is of use up to there, and another one begins.
# The same without a slot: a recovered server has none, and two recoveries from one history get the same timeline.
mine="from pg_replication_slots where slot_name = '$slot'"
ask "select pg_drop_replication_slot(slot_name) $mine and wal_status = 'lost'" >/dev/null
slots=$(ask "select count(*) $mine")
if [ "$slots" = 0 ] && [ -e "$here" ]; then
  mv "$here" "$here-until-$(date -u +%Y%m%dT%H%M%SZ)"
  say 'The archive has a gap that ends with the next base backup'
fi
mkdir -p "$here/wal" "$here/base"
rm -rf "$here"/base/*.unfinished
pg_receivewal --create-slot --if-not-exists --slot="$slot"
pg_receivewal --directory="$here/wal" --slot="$slot" --no-loop &
receiver=$!
# Stopping the container ends the receiver. It also ends with the server; the restart policy then starts it again.
trap 'kill -INT $receiver 2>/dev/null; wait $receiver 2>/dev/null; exit 0' INT TERM
say "Archiving to $here"

newest() { ls -1 "$here/base" | grep -v unfinished | tail -n 1; }

due() {
  last=$(newest)
  [ -z "$last" ] || [ -z "$(find "$here/base/$last" -maxdepth 0 -mmin "-$((every / 60))")" ]
}

# Joined, since `set -e` does not hold in a function whose outcome is asked for.
take_base() {
  draft=$here/base/now.unfinished
  rm -rf "$draft" &&
    pg_basebackup --pgdata="$draft" --format=tar --gzip --wal-method=none --checkpoint=fast --no-password &&
    pg_verifybackup --no-parse-wal "$draft" >/dev/null &&
    sync &&
    mv "$draft" "$here/base/$(date -u +%Y%m%dT%H%M%SZ)" || return 1
  say "Base backup $(newest)"
}

# The newest base backup that is older than ARCHIVE_DAYS stays, with all that is younger; then the changes before it go.
prune() {
  enough=
  for base in $(ls -1r "$here/base"); do
    if [ -n "$enough" ]; then
      rm -rf "${here:?}/base/$base"
      say "Removed base backup $base"
    elif [ -n "$(find "$here/base/$base" -maxdepth 0 -mmin "+$((keep_days * 1440))")" ]; then
      enough=yes
    fi
  done
  oldest=$(ls -1 "$here/base" | head -n 1)
  first=$(tar -xOzf "$here/base/$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p')
  if [ -n "$first" ]; then pg_archivecleanup -x .gz "$here/wal" "$first"; fi
  # Those of servers and histories that are no more.
  for other in "$archive"/[0-9]*-[0-9]*; do
    if [ "$other" = "$here" ] || [ -n "$(find "$other" -type f -mmin "-$((keep_days * 1440))" | head -n 1)" ]; then continue; fi
    rm -rf "$other"
    say "Removed $other"
  done
}

# Complete files are compressed by and by; the one that is being written is read as it is.
compress() {
  find "$here/wal" -type f -name '????????????????????????' | while read -r file; do gzip -f -1 "$file"; done
}

# Only a list that differs from the newest one is kept, under the time from which on it holds. There is none before the
# services have made their tables.
list_deletions() {
  lists=$here/deletions
  mkdir -p "$lists"
  at=$(ask "select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD\"T\"HH24-MI-SS.MS\"Z\"')") || return 1
  [ "$(psql -XqAt -d "$database" -c "select to_regclass('auth.account_deletions') is not null")" = t ] || return 0
  psql -XqAt -v ON_ERROR_STOP=1 -d "$database" -f "$(dirname "$0")/deletions.sql" >"$lists/new.unfinished" || return 1
  last=$(ls -1 "$lists" | grep '[.]json$' | tail -n 1)
  if [ -z "$last" ] || ! cmp -s "$lists/new.unfinished" "$lists/$last"; then
    mv "$lists/new.unfinished" "$lists/$at.json"
    ls -1r "$lists" | grep '[.]json$' | tail -n +51 | while read -r name; do rm -f "$lists/$name"; done
  fi
}

# For node_exporter's textfile collector: archived is what the receiver has been sent, a moment ago.
measure() {
  [ -d /metrics ] || return 0
  behind=$(ask "select coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn), -1)::bigint from pg_stat_replication where application_name = 'archive'" | sort -n | tail -n 1)
  [ -n "$behind" ] || return 0
  {
    echo "inkling_wal_archive_behind_bytes $behind"
    echo "inkling_wal_archived_timestamp_seconds $(date +%s)"
    last=$(newest)
    [ -z "$last" ] || echo "inkling_base_backup_last_success_timestamp_seconds $(stat -c %Y "$here/base/$last")"
  } >/metrics/wal.prom.new
  chmod 644 /metrics/wal.prom.new
  mv /metrics/wal.prom.new /metrics/wal.prom
}

while kill -0 "$receiver" 2>/dev/null; do
  # A recovery needs a commit after its target to stop at. This is one, even while nobody writes.
  ask 'select pg_current_xact_id()' >/dev/null || break
  list_deletions || say 'Deletions of accounts could not be listed'
  if due; then
    take_base || { say 'The base backup failed'; rm -rf "$here"/base/*.unfinished; }
    [ -z "$(newest)" ] || prune
  fi
  compress
  measure || say 'The metrics could not be written'
  # In the background, so that a signal is heard at once.
  sleep 15 & wait $!
done
say 'The server has ended'
exit 1
