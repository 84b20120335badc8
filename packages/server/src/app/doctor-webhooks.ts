import { counted, type ExaminedDatabase, type Finding, fine, weak, wrong } from './findings.ts'

const behindMinutesMax = 2
const listedMax = 10

interface Suspended {
  readonly organization: string
  readonly url: string
  readonly since: string
}

/**
 * Whether webhooks are delivered: which endpoints are suspended, and whether any worker delivers.
 */
export async function examineWebhooks(examined: ExaminedDatabase): Promise<Finding[]> {
  if (!(await hasWebhooks(examined))) return []
  const { rows: suspended } = await examined.query<Suspended>(suspendedQuery)
  const { rows } = await examined.query<{ behind: number }>(behindQuery)
  const behind = rows[0]?.behind ?? 0
  const found = [
    ...suspended.slice(0, listedMax).map(suspendedFinding),
    ...(suspended.length > listedMax
      ? [
          weak(
            'more webhook endpoints are suspended than are listed here',
            'their organizations see them on the page Webhooks',
          ),
        ]
      : []),
    ...(behind === 0
      ? []
      : [
          wrong(
            `events wait for ${counted(behind, 'webhook endpoint')}`,
            'no worker sends them. Start a process with the role worker',
          ),
        ]),
  ]
  return found.length === 0 ? [fine('webhooks are sent without delay')] : found
}

const suspendedFinding = ({ organization, url, since }: Suspended): Finding =>
  weak(
    `a webhook endpoint at ${url} of ${organization} is suspended: it has failed since ${since}`,
    'it resumes when a retry succeeds or a member enables it; its events are kept for 90 days',
  )

/** A missing migration has its own finding. */
async function hasWebhooks(examined: ExaminedDatabase): Promise<boolean> {
  const { rows } = await examined.query<{ found: boolean }>(
    `select to_regclass('webhook_lane') is not null as found`,
  )
  return rows[0]?.found === true
}

/** What follows the host may be a secret, as in the URLs of Discord and Slack. */
const suspendedQuery = `
  select o.slug as organization, substring(e.url from '^[^/]+//[^/?#]+') as url,
         to_char(coalesce(l.failing_since, e.modified_at) at time zone 'UTC',
                 'YYYY-MM-DD HH24:MI') || ' UTC' as since
    from webhook_endpoint e
    join webhook_lane l on l.organization_id = e.organization_id and l.endpoint_id = e.id
    join organization o on o.id = e.organization_id
   where e.disabled_reason = 'failing'
   order by o.slug, e.url limit ${listedMax + 1}`

const behindQuery = `
  select count(*)::int as behind
    from webhook_endpoint e
    join webhook_lane l on l.organization_id = e.organization_id and l.endpoint_id = e.id
   where e.is_enabled
     and (l.held_until is null or l.held_until < now() - interval '${behindMinutesMax} minutes')
     and exists (select from event_log n
                  where n.organization_id = l.organization_id and n.sequence = l.read_through + 1
                    and n.logged_at < now() - interval '${behindMinutesMax} minutes')`
