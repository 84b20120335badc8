import { orders, ownRows, subscriptions } from './world-rows.ts'

const held = (source: string): string => `
  (select * from ${ownRows('benefit_grant')} g
    where ${source} and g.status not in ('revoked'))`

const listed = (product: string): string => `
  (select b.benefit_id from ${ownRows('product_benefit')} b where b.product_id = ${product})`

/** What entitles, from what was paid, and not from what is stored about benefits. */
const isInside = `
  s.status in ('trialing', 'active', 'past_due') and s.ended_at is null and s.revoked_at is null`

const isKept = `
  o.status in ('paid', 'refunded', 'partially_refunded')
  and not exists (select from refund r where r.organization_id = w.id and r.order_id = o.id
                     and r.revoke_benefits and r.status = 'succeeded')
  and not exists (select from dispute d where d.organization_id = w.id and d.order_id = o.id
                     and d.status = 'lost')`

export const grantInvariants = {
  'who is inside a paid period or its grace holds the benefits of the plan': `
    select s.id::text as violation from ${subscriptions} s
     where ${isInside} and exists (
       select from ${listed('s.product_id')} l
        where not exists (select from ${held('g.subscription_id = s.id')} g
                           where g.benefit_id = l.benefit_id))`,
  'nobody holds a benefit of a plan that they have not': `
    select g.id::text as violation from ${subscriptions} s
      join ${held('true')} g on g.subscription_id = s.id
     where not (${isInside})
        or not exists (select from ${listed('s.product_id')} l where l.benefit_id = g.benefit_id)`,
  'who has paid for a purchase holds its benefits, and nobody else': `
    select o.id::text as violation from ${orders} o
     where o.billing_reason = 'purchase' and o.subscription_id is null
       and (${isKept}) is distinct from not exists (
         select from ${listed('o.product_id')} l
          where not exists (select from ${held('g.order_id = o.id')} g
                             where g.benefit_id = l.benefit_id))
       and exists (select from ${listed('o.product_id')} l)`,
  'a benefit is granted once for each source': `
    select g.benefit_id::text as violation from ${ownRows('benefit_grant')} g
     group by g.benefit_id, g.subscription_id, g.order_id having count(*) > 1`,
  'what is granted has the time of it, and what is revoked too': `
    select g.id::text as violation from ${ownRows('benefit_grant')} g
     where (g.status = 'granted' and g.granted_at is null)
        or (g.status = 'revoked' and (g.revoked_at is null or g.revoked_at < g.granted_at))`,
  'a grant of license keys has one key, which it names while it is held': `
    select g.id::text as violation from ${ownRows('benefit_grant')} g
      join benefit b on b.organization_id = w.id and b.id = g.benefit_id
      left join ${ownRows('license_key')} k on k.grant_id = g.id
     where b.type = 'license_keys'
       and (k.id is null
            or g.status = 'granted' and (g.properties ->> 'license_key_id' <> k.id::text
                                     or g.properties ->> 'display_key' <> k.display_key))`,
  'a license key has one text, and a key that was replaced has an end': `
    select k.id::text as violation from ${ownRows('license_key')} k
     where (select count(*) from license_key_digest d
             where d.organization_id = w.id and d.license_key_id = k.id
               and d.valid_until is null) <> 1`,
  'keys of subscriptions don’t expire on their own': `
    select k.id::text as violation from ${ownRows('license_key')} k
      join benefit_grant g on g.organization_id = w.id and g.id = k.grant_id
     where (g.subscription_id is not null) <> (k.expires_at is null)`,
  'the usage of a license key stays within its limit': `
    select k.id::text as violation from ${ownRows('license_key')} k where k.usage > k.limit_usage`,
  'the activations of a license key stay within its limit': `
    select k.id::text as violation from ${ownRows('license_key')} k
     where (select count(*) from license_activation a
             where a.organization_id = w.id and a.license_key_id = k.id)
           > coalesce(k.limit_activations, 0)`,
  'a license key allows at least what its benefit says': `
    select k.id::text as violation from ${ownRows('license_key')} k
     where coalesce(k.limit_usage, 1e9) < coalesce((k.terms ->> 'limitUsage')::int, 1e9)
        or coalesce(k.limit_activations, 0)
           < coalesce((k.terms #>> '{activations,limit}')::int, 0)`,
  'each change of a grant is announced once': `
    select g.id::text as violation from ${ownRows('benefit_grant')} g
     where exists (select from (
              select object_id, name, object_version from event_log
               where organization_id = w.id and object_type = 'benefit_grant'
              union all
              select object_id, name, object_version from outbox
               where organization_id = w.id and object_type = 'benefit_grant') e
             where e.object_id = g.id::text
            having count(distinct object_version) <> g.version
                or count(*) filter (where name <> 'benefit_grant.cycled')
                   <> count(distinct object_version) filter (where name <> 'benefit_grant.cycled'))`,
} as const satisfies Record<string, string>
