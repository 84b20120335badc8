-- Which sites may embed checkouts. The site that a visitor's browser claims must be listed by the
-- organization, or be that of the success URL; a site that the seller named is trusted. Checkouts from
-- before count as claimed.
alter table organization
  add column embed_origins text[] not null default '{}'
    constraint organization_embed_origins check (
      cardinality(embed_origins) <= 50 and array_position(embed_origins, null) is null);
comment on column organization.embed_origins is
  'The sites that may embed checkouts which their visitors open.';

alter table checkout add column is_embed_origin_given boolean not null default false;
comment on column checkout.is_embed_origin_given is
  'Whether the seller named the site; otherwise a visitor claims it, and the organization must allow it.';
