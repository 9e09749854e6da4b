#!/bin/sh
# Restores PostgreSQL's data from /archive as of TARGET_TIME, an instant of UTC such as 2026-11-22T03:00:00Z, or as of its
# end. What is there is touched last, when the new data is complete, and is kept as `before-recovery`.
set -eu
umask 077
data=${PGDATA:?}
root=${POSTGRES_ROOT:-/var/lib/postgresql}
archive=${ARCHIVE:-/archive}
fresh=$root/recovering
log=/tmp/recovery.log
target=${TARGET_TIME:-}

fail() { printf '%s\n' "$*" >&2; exit 1; }

# Choose the newest base backup that ended before the target; its name is the time of its end.
by=99999999T999999Z
if [ -n "$target" ]; then
  by=$(date -u -d "$target" +%Y%m%dT%H%M%SZ) || fail "$target is no time"
  # As PostgreSQL reads it.
  target=$(date -u -d "$target" '+%F %T.%6N+00')
fi
base=
for found in "$archive"/*/base/*T??????Z; do
  [ -e "$found/backup_manifest" ] || continue
  name=${found##*/}
  if ! expr "$name" \> "$by" >/dev/null && { [ -z "$base" ] || expr "$name" \> "${base##*/}" >/dev/null; }; then base=$found; fi
done
[ -n "$base" ] || fail "There is no base backup in $archive from before $target."
# An older one of the same history gets there as well, with more changes to read.
bases=$(dirname "$base")
base=
for name in $(ls -1r "$bases"); do
  found=$bases/$name
  case $name in *.unfinished) continue ;; esac
  if [ ! -e "$found/backup_manifest" ] || expr "$name" \> "$by" >/dev/null; then continue; fi
  if [ -n "${SKIP_VERIFY:-}" ] || pg_verifybackup --no-parse-wal "$found" >/dev/null; then
    base=$found
    break
  fi
  printf 'The base backup %s is damaged.\n' "$found" >&2
done
[ -n "$base" ] || fail "No base backup in $bases from before is whole; nothing was changed."
wal=$(dirname "$bases")/wal
printf 'Base backup %s, with the changes in %s\n' "$base" "$wal"

rm -rf "$fresh"
mkdir "$fresh"
tar -xzf "$base/base.tar.gz" -C "$fresh"
touch "$fresh/recovery.signal"
# The last file is being written; its end is where the changes end.
cat >/tmp/restore-wal <<'END'
#!/bin/sh
for file in "$1/$2" "$1/$2.partial"; do [ -e "$file" ] && exec cp "$file" "$3"; done
[ -e "$1/$2.gz" ] && exec gzip -dc "$1/$2.gz" >"$3"
exit 1
END
set -- -c listen_addresses= -c unix_socket_directories=/tmp -c hot_standby=off -c "restore_command=sh /tmp/restore-wal $wal %f %p"
[ -z "$target" ] || set -- "$@" -c "recovery_target_time=$target" -c recovery_target_action=promote
: >"$log"
postgres -D "$fresh" "$@" >"$log" 2>&1 &
server=$!
trap 'kill -INT $server 2>/dev/null' INT TERM
# Connections are refused until it has arrived there.
until pg_isready -q -h /tmp -t 1; do
  kill -0 "$server" 2>/dev/null || { tail -n 15 "$log"; rm -rf "$fresh"; fail 'It did not get there; nothing was changed.'; }
  sleep 0.5
done
grep -E 'recovery stopping|redo done|last completed transaction' "$log" | sed 's/^.*LOG:  //' || true
psql -XqAt -h /tmp -d postgres -c checkpoint
kill -INT "$server"
wait "$server" || true

rm -rf "$root/before-recovery"
mkdir -p "$(dirname "$data")"
if [ ! -e "$data" ]; then
  mv "$fresh" "$data"
elif mv --exchange -T "$fresh" "$data" 2>/dev/null; then
  # At once: without any data, PostgreSQL would begin an empty one.
  mv "$fresh" "$root/before-recovery"
else
  mv "$data" "$root/before-recovery"
  mv "$fresh" "$data"
fi
sync
echo 'The data is in its place.'
