#!/bin/sh
# Run once by the PostgreSQL image, when its volume is empty: the owner migrates the schema, and the
# server uses a role that can't change it.
set -eu

psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=owner_password="$DATABASE_OWNER_PASSWORD" \
  --set=app_password="$DATABASE_APP_PASSWORD" <<'SQL'
create role guildhall_owner login password :'owner_password';
create role guildhall_app login password :'app_password';
create database guildhall owner guildhall_owner;
revoke all on database guildhall from public;
grant connect on database guildhall to guildhall_app;
SQL
