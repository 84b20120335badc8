import type pg from 'pg'
import { type Finding, fine, weak, wrong } from './findings.ts'

const behindMinutesMax = 2
const namedMax = 10

interface Resting {
  readonly organization: string
  readonly url: string
  readonly since: string
}

/** Whether sellers are told: which of their endpoints rest, and whether anybody sends at all. */
export async function examineWebhooks(client: pg.Client): Promise<Finding[]> {
  if (!(await hasWebhooks(client))) return []
  const { rows: resting } = await client.query<Resting>(restingQuery)
  const { rows } = await client.query<{ behind: number }>(behindQuery)
  const behind = rows[0]?.behind ?? 0
  const found = [
    ...resting.slice(0, namedMax).map(tellResting),
    ...(resting.length > namedMax ? [weak('more webhook endpoints rest than are named here')] : []),
    ...(behind === 0
      ? []
      : [wrong(`news waits for ${behind} webhook endpoints: no worker sends it`)]),
  ]
  return found.length === 0 ? [fine('webhooks are sent as events come')] : found
}

const tellResting = ({ organization, url, since }: Resting): Finding =>
  weak(
    `the webhook endpoint ${url} of ${organization} rests: it has failed since ${since}. ` +
      'Whoever runs it mends it and enables it in the dashboard; nothing is lost until then',
  )

/** Where a migration is missing, that was said before. */
async function hasWebhooks(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('webhook_lane') is not null as there`,
  )
  return rows[0]?.there === true
}

const restingQuery = `
  select o.slug as organization, split_part(e.url, '?', 1) as url,
         to_char(coalesce(l.failing_since, e.modified_at) at time zone 'UTC',
                 'YYYY-MM-DD HH24:MI') || ' UTC' as since
    from webhook_endpoint e
    join webhook_lane l on l.organization_id = e.organization_id and l.endpoint_id = e.id
    join organization o on o.id = e.organization_id
   where e.disabled_reason = 'failing'
   order by o.slug, e.url limit ${namedMax + 1}`

const behindQuery = `
  select count(*)::int as behind
    from webhook_endpoint e
    join webhook_lane l on l.organization_id = e.organization_id and l.endpoint_id = e.id
   where e.is_enabled
     and (l.held_until is null or l.held_until < now() - interval '${behindMinutesMax} minutes')
     and exists (select from event_log n
                  where n.organization_id = l.organization_id and n.sequence = l.read_through + 1
                    and n.logged_at < now() - interval '${behindMinutesMax} minutes')`
