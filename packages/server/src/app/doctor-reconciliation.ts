import type pg from 'pg'
import { type Finding, fine, weak, wrong } from './findings.ts'

const staleDays = 3

interface Latest {
  readonly differences: number
  readonly finished: string
  readonly isStale: boolean
}

/** Whether the ledger is compared with Stripe every day, and what the last comparison found. */
export async function examineReconciliation(
  client: pg.Client,
  { stripe: { secretKey } }: { readonly stripe: { readonly secretKey: string | null } },
): Promise<Finding[]> {
  if (secretKey === null || !(await hasRuns(client))) return []
  const { rows } = await client.query<Latest>(latestQuery)
  const { rows: waiting } = await client.query<{ count: number }>(unbookedQuery)
  const unbooked = waiting[0]?.count ?? 0
  return [
    latestFinding(rows[0]),
    ...(unbooked === 0
      ? []
      : [
          weak(
            `the Stripe fees of ${unbooked} payments aren’t booked: ` +
              'guildhall reconcile --book books them',
          ),
        ]),
  ]
}

function latestFinding(latest: Latest | undefined): Finding {
  if (latest === undefined) {
    return weak('the ledger was never compared with Stripe: a running worker does it every day')
  }
  const { differences, finished, isStale } = latest
  if (differences > 0) {
    return wrong(
      `the ledger and Stripe differed in ${differences} cases on ${finished}: ` +
        'guildhall reconcile names them',
    )
  }
  return isStale
    ? weak(`the ledger was last compared with Stripe on ${finished}: is a worker running?`)
    : fine('the ledger agrees with Stripe')
}

/** A missing migration has its own finding. */
async function hasRuns(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('reconciliation') is not null as found`,
  )
  return rows[0]?.found === true
}

const latestQuery = `
  select difference_count as differences,
         to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as finished,
         finished_at < now() - interval '${staleDays} days' as "isStale"
    from reconciliation where finished_at is not null
   order by finished_at desc limit 1`

const unbookedQuery = `
  select count(*)::int as count from payment p
   where p.processor = 'stripe' and p.status = 'succeeded'
     and p.created_at < now() - interval '1 day'
     and not exists (select from balance_transaction t
                      where t.organization_id = p.organization_id and t.payment_id = p.id
                        and t.about = 'charge')`
