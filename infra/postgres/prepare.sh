#!/bin/sh
# On a server of the product's own, as its superuser: roles and schemas of all services, from DATABASE_PASSWORD_<SERVICE>; libpq's variables say where. Safe to repeat.
set -eu
sql=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
psql -qX -v ON_ERROR_STOP=1 -f "$sql/server.sql" -f "$sql/database.sql"
for service in auth polls social notifications search insights community; do
  name=DATABASE_PASSWORD_$(printf '%s' "$service" | tr '[:lower:]' '[:upper:]')
  eval "password=\${$name:?}"
  # The password travels as a setting of the session, and is in no log and no list of processes.
  PGOPTIONS="-c inkling.service=$service -c inkling.password=$password" psql -qX -v ON_ERROR_STOP=1 -f "$sql/service.sql" -f "$sql/limits.sql"
done
# Only where something watches the server.
if [ -n "${DATABASE_PASSWORD_WATCH:-}" ]; then
  PGOPTIONS="-c inkling.password=$DATABASE_PASSWORD_WATCH" psql -qX -v ON_ERROR_STOP=1 -f "$sql/watch.sql"
fi
echo 'Roles and schemas are there.'
