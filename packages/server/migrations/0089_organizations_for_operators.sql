-- All organizations of the server: the newest, and those whose name or slug has a beginning.
create index organization_by_age on organization (created_at, id);
create index organization_by_name_prefix on organization ((lower(name) collate "C"));
create index organization_by_slug_prefix on organization ((lower(slug) collate "C"));
