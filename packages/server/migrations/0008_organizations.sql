-- People as other domains show them.
create view person as
  select id, name, email, email_verified, image from users;
comment on column person.id is '@id user';

-- Who works together in what. An organization is the tenant that everything sold belongs to.

create table organization (
  id uuid primary key,
  slug text not null constraint organization_slug unique check (slug ~ '^[a-z0-9-]{1,64}$'),
  name text not null check (length(name) between 1 and 200 and name !~ '[\x01-\x1f\x7f]'),
  avatar_url text check (length(avatar_url) between 1 and 2083),
  metadata json check (json_typeof(metadata) = 'object'),
  email text check (length(email) <= 254),
  website text check (length(website) <= 2083),
  socials jsonb not null default '[]' check (jsonb_typeof(socials) = 'array'),
  details jsonb check (jsonb_typeof(details) = 'object'),
  details_submitted_at timestamptz,
  issue_funding_enabled boolean not null default false,
  usage_based_billing_enabled boolean not null default false,
  allow_multiple_subscriptions boolean not null default false,
  allow_customer_updates boolean not null default true,
  proration_behavior text not null default 'prorate'
    check (proration_behavior in ('invoice', 'prorate')),
  version bigint not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz,
  check ((details is null) = (details_submitted_at is null))
);
comment on column organization.id is '@id organization';
comment on column organization.avatar_url is 'Called logo on the account wire, avatar_url on the billing wire.';
comment on column organization.metadata is 'As the application sent it, in its order.';
comment on column organization.details is 'What the seller tells about the business, once; never shown again.';
comment on column organization.version is 'Counts the changes, for the events about this organization.';

create table team (
  organization_id uuid not null references organization,
  id uuid not null,
  name text not null check (length(name) between 1 and 200 and name !~ '[\x01-\x1f\x7f]'),
  created_at timestamptz not null,
  updated_at timestamptz,
  version bigint not null default 1,
  primary key (organization_id, id)
);
comment on column team.id is '@id team';

create table member (
  organization_id uuid not null references organization,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  role text not null check (role ~ '^(owner|admin|member)(,(owner|admin|member))*$'),
  team_id uuid,
  created_at timestamptz not null,
  version bigint not null default 1,
  primary key (organization_id, id),
  constraint member_once unique (organization_id, user_id),
  foreign key (organization_id, team_id) references team (organization_id, id)
    on delete set null (team_id)
);
comment on column member.id is '@id member';
comment on column member.user_id is '@id user';
comment on column member.team_id is '@id team';
comment on column member.role is 'Several are joined by commas.';

create index member_by_user on member (user_id, organization_id);
create index member_by_team on member (organization_id, team_id) where team_id is not null;
create index member_by_age on member (organization_id, created_at, id);

create table invitation (
  organization_id uuid not null references organization,
  id uuid not null,
  email text not null check (email = lower(email) and length(email) <= 254),
  role text not null check (role ~ '^(owner|admin|member)(,(owner|admin|member))*$'),
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'rejected', 'canceled')),
  team_id uuid,
  inviter_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  version bigint not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, team_id) references team (organization_id, id)
    on delete set null (team_id)
);
comment on column invitation.id is '@id invitation';
comment on column invitation.inviter_id is 'Stays when the user is deleted. @id user';
comment on column invitation.team_id is '@id team';

-- Invitations are opened by their id alone, before anybody knows of which organization they are.
create index invitation_by_id on invitation (id);
create unique index invitation_open on invitation (organization_id, email) where status = 'pending';
create index invitation_by_email on invitation (email) where status = 'pending';
create index invitation_by_age on invitation (organization_id, created_at desc, id desc);
create index invitation_by_team on invitation (organization_id, team_id) where team_id is not null;

-- Whom an operator allows more, or fewer, organizations than everybody.
create table organization_allowance (
  user_id uuid primary key references users on delete cascade,
  organizations_max integer not null check (organizations_max >= 0)
);

-- A session can only have an organization active that its user is a member of: whoever is removed
-- loses it with the membership.
alter table session
  add column active_team_id uuid,
  add constraint session_active_member
    foreign key (active_organization_id, user_id) references member (organization_id, user_id)
    on delete set null (active_organization_id),
  add constraint session_active_team
    foreign key (active_organization_id, active_team_id) references team (organization_id, id)
    on delete set null (active_team_id);
comment on column session.active_team_id is 'Of the active organization; without one it means nothing. @id team';
create index session_by_active_organization on session (active_organization_id, user_id)
  where active_organization_id is not null;
create index session_by_active_team on session (active_organization_id, active_team_id)
  where active_team_id is not null;
