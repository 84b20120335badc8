import type pg from 'pg'
import type { Invariant } from '../world.ts'
import type { Jars } from './guilds.ts'

export const jarInvariants = (jars: Jars): Invariant[] => [
  { name: 'what was acknowledged is there', faults: () => acknowledged(jars) },
  ...Object.entries(queries).map(([name, query]) => ({
    name,
    faults: () => findings(jars, query),
  })),
]

async function acknowledged({ ground, guilds }: Jars): Promise<string[]> {
  const { rows } = await ground.database.pool.query<{ id: string; coins: number }>(
    'select id, coins from jar',
  )
  const stored = new Map(rows.map(({ id, coins }) => [id, coins]))
  return guilds.flatMap(({ name: guild, jars }) =>
    jars
      .filter(({ id, coins }) => stored.get(id) !== coins)
      .map(({ id, name, coins }) => `${name} of ${guild}: ${coins}, not ${stored.get(id)}`),
  )
}

// All news, moved or not yet moved.
const news = `
  select organization_id, object_id::uuid as id, object_version as version, payload, recorded_at
    from outbox
  union all
  select organization_id, object_id::uuid, object_version, payload, recorded_at from event_log`

// Each finds what must not be: a row of it says what and of which guild.
const queries: Readonly<Record<string, string>> = {
  'events tell the state': `
    select organization_id, 'a jar holds ' || coins || ', its events say ' || coalesce(told, 0) as says
      from jar
      left join (select organization_id, id, sum((payload->>'change')::bigint) as told
                   from (${news}) n group by organization_id, id) t using (organization_id, id)
     where coins <> coalesce(told, 0)`,
  'every version has one event': `
    select organization_id, 'a jar of version ' || version || ' has ' || coalesce(events, 0) as says
      from jar
      left join (select organization_id, id, count(distinct version) as versions,
                        count(*) as events, max(version) as latest
                   from (${news}) n group by organization_id, id) t using (organization_id, id)
     where version <> coalesce(events, 0) or version <> coalesce(versions, 0)
        or version <> coalesce(latest, 0)`,
  'the sequence has no gap': `
    select organization_id, 'events ' || min(sequence) || ' to ' || max(sequence) || ' are '
             || count(*) || ', the line stands at ' || coalesce(max(stand), 0) as says
      from event_log
      left join (select line as organization_id, sequence as stand from event_line) l
           using (organization_id)
     group by organization_id
    having min(sequence) <> 1 or max(sequence) <> count(*) or count(distinct sequence) <> count(*)
        or max(stand) is distinct from count(*)`,
  'events of a jar are in order': `
    select organization_id, 'event ' || sequence || ' comes out of order' as says
      from (select *, lag(object_version, 1, 0) over line as before,
                   lag(organization_time) over line as time_before
              from event_log
            window line as (partition by organization_id, object_id order by sequence)) e
     where object_version <> before + 1 or organization_time < time_before`,
  'a note says what its event says': `
    select organization_id, 'note ' || n.sequence || ' says ' || n.change || ', its event '
             || coalesce(e.payload->>'change', 'nothing') as says
      from jar_note n left join event_log e using (organization_id, sequence)
     where n.change is distinct from (e.payload->>'change')::bigint`,
  'when no job waits every event has its note': `
    select organization_id, 'event ' || sequence || ' has no note' as says
      from event_log left join jar_note n using (organization_id, sequence)
     where n.change is null and not exists (select from graphile_worker.jobs)`,
}

interface Finding extends pg.QueryResultRow {
  readonly organization_id: string
  readonly says: string
}

async function findings({ ground, guilds }: Jars, query: string): Promise<string[]> {
  const ordered = `select * from (${query}) found order by organization_id, says`
  const { rows } = await ground.database.pool.query<Finding>(ordered)
  return rows.map(({ organization_id, says }) => {
    const guild = guilds.find(({ id }) => id === organization_id)
    return `${guild?.name ?? 'no guild'}: ${says}`
  })
}
