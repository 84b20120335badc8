#!/bin/sh
# Lets a replica follow this server. Run by the PostgreSQL image when its volume is empty; may be run
# again, and in a database that exists already.
set -eu

psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=password="$DATABASE_REPLICATOR_PASSWORD" <<'SQL'
select 'create role replicator login replication'
 where not exists (select from pg_roles where rolname = 'replicator') \gexec
alter role replicator password :'password';
select pg_create_physical_replication_slot('guildhall_replica')
 where not exists (select from pg_replication_slots where slot_name = 'guildhall_replica');
-- How much is kept for a replica that is away; beyond that it has to be copied anew.
alter system set max_slot_wal_keep_size = '20GB';
SQL

rule='host replication replicator samenet scram-sha-256'
grep --quiet --fixed-strings "$rule" "$PGDATA/pg_hba.conf" || echo "$rule" >> "$PGDATA/pg_hba.conf"
psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --command='select pg_reload_conf()'
