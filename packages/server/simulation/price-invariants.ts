import { ownRows } from './world-rows.ts'

// What usage costs, calculated in SQL: independent of the calculator that billed it.

/** Settlements with what is charged of them, and with the settlement of the meter before them. */
const settled = `
  (select s.*, s.price -> 'pricing' as pricing,
          coalesce((s.price ->> 'chargedBefore')::numeric, 0) as before,
          (s.price ->> 'includedUnits')::numeric as included,
          (s.price ->> 'minimumAmount')::numeric as minimum,
          (s.price ->> 'capAmount')::numeric as cap,
          greatest(greatest(s.consumed_units, 0) - greatest(s.credited_units, 0)
                   - (s.price ->> 'includedUnits')::numeric, 0) as charged
     from ${ownRows('settled_usage')} s)`

const tiers = (pricing: string) => `
  (select (t.tier ->> 'unitAmount')::numeric as unit, (t.tier ->> 'flatAmount')::numeric as flat,
          coalesce((t.tier ->> 'upTo')::numeric, 1e30) as ends,
          coalesce(lag((t.tier ->> 'upTo')::numeric) over (order by t.at), 0) as begins
     from jsonb_array_elements(${pricing} -> 'tiers') with ordinality t (tier, at))`

const byVolume = (units: string) => `
  (case when ${units} = 0 then 0 else (
    select ${units} * t.unit + t.flat from ${tiers('s.pricing')} t
     where t.begins < ${units} and ${units} <= t.ends) end)`

const cost = `
  (case s.pricing ->> 'scheme'
     when 'unit' then s.charged * (s.pricing ->> 'unitAmount')::numeric
     when 'package' then (s.pricing ->> 'packageAmount')::numeric
       * (ceil((s.before + s.charged) / (s.pricing ->> 'packageUnits')::numeric)
          - ceil(s.before / (s.pricing ->> 'packageUnits')::numeric))
     when 'graduated' then (
       select coalesce(sum(t.unit * (least(t.ends, s.before + s.charged) - greatest(t.begins, s.before))
                           + case when s.before <= t.begins then t.flat else 0 end), 0)
         from ${tiers('s.pricing')} t
        where least(t.ends, s.before + s.charged) > greatest(t.begins, s.before))
     else greatest(${byVolume('(s.before + s.charged)')} - ${byVolume('s.before')}, 0) end)`

/** The price of the catalog as JSON. */
const sold = `
  (select p.id, p.meter_id, coalesce(p.metered_price, jsonb_build_object(
            'pricing', jsonb_build_object('scheme', 'unit', 'unitAmount', trim_scale(p.unit_amount)::text),
            'includedUnits', '0', 'minimumAmount', null, 'capAmount', p.cap_amount)) as price,
          d.recurring_interval
     from ${ownRows('product_price')} p
     join product d on d.organization_id = w.id and d.id = p.product_id)`

const former = `
  lateral (select f.* from ${settled} f
            where f.subscription_id = s.subscription_id and f.meter_id = s.meter_id
              and f.starts_at < s.starts_at
            order by f.starts_at desc limit 1) f`

export const priceInvariants = {
  'a settlement costs what its units cost, with minimum and cap': `
    select s.subscription_id::text as violation from ${settled} s
     where s.amount <> round(least(greatest(${cost}, coalesce(s.minimum, 0)), coalesce(s.cap, 1e15)))
        or s.charged_units <> s.charged`,
  'a settlement has the terms of its price': `
    select s.subscription_id::text as violation from ${settled} s
      join ${sold} p on p.id = s.product_price_id
     where p.price -> 'pricing' <> s.pricing or p.meter_id <> s.meter_id
        or p.price -> 'capAmount' <> s.price -> 'capAmount'
        or (p.price ->> 'includedUnits')::numeric < s.included
        or (p.price ->> 'minimumAmount')::numeric is distinct from
             greatest(s.minimum, (p.price ->> 'minimumAmount')::numeric)
        or (p.price -> 'minimumAmount' <> 'null'::jsonb and s.minimum is null
            and not s.is_open)`,
  'a period that nothing cut has all of its included units and its minimum': `
    select s.subscription_id::text as violation from ${settled} s
      join ${sold} p on p.id = s.product_price_id
      join ${former} on true
     where not s.is_cut and not f.is_cut and f.ends_at = s.starts_at
       and s.ends_at > s.starts_at + interval '1 millisecond'
       and ((p.price ->> 'includedUnits')::numeric <> s.included
            or (p.price ->> 'minimumAmount')::numeric <> s.minimum or s.before <> 0)`,
  'a period that was cut has its share of included units and minimum': `
    select s.subscription_id::text as violation from ${settled} s
      join ${sold} p on p.id = s.product_price_id
     cross join lateral (
       select extract(epoch from s.ends_at - s.starts_at)
                / (86400 * case p.recurring_interval when 'month' then 28 else 365 end) as most) share
     where s.is_cut
       and (s.included > (p.price ->> 'includedUnits')::numeric * share.most + 0.001
            or s.minimum > (p.price ->> 'minimumAmount')::numeric * share.most + 1)`,
  'tiers go on where the part before them ended': `
    select s.subscription_id::text as violation from ${settled} s
      join ${former} on true
     where f.is_cut and f.ends_at = s.starts_at
       and not exists (select from usage_settlement r
                        where r.organization_id = w.id and r.subscription_id = f.subscription_id
                          and r.meter_id = f.meter_id and r.starts_at = f.starts_at
                          and s.before = f.before + greatest(greatest(r.consumed_units, 0)
                                - greatest(r.credited_units, 0) - f.included, 0))`,
} as const satisfies Record<string, string>
