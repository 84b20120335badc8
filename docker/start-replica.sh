#!/bin/sh
# Runs a streaming replica; its first start copies the server at $PRIMARY_HOST.
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$(dirname "$PGDATA")"
  rm -rf "$PGDATA.copy"
  PGPASSWORD="$DATABASE_REPLICATOR_PASSWORD" pg_basebackup --pgdata="$PGDATA.copy" \
    --write-recovery-conf --slot=guildhall_replica --checkpoint=fast \
    --dbname="host=$PRIMARY_HOST port=${PRIMARY_PORT:-5432} user=replicator application_name=replica"
  # So that an interrupted copy isn't taken for a whole one.
  [ ! -d "$PGDATA" ] || rmdir "$PGDATA"
  mv "$PGDATA.copy" "$PGDATA"
fi
# The primary keeps rows that a read of the replica still needs.
exec postgres -c hot_standby_feedback=on "$@"
