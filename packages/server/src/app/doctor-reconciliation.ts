import { type ExaminedDatabase, type Finding, fine, weak, wrong } from './findings.ts'

const staleDays = 3

interface Latest {
  readonly differences: number
  readonly finished: string
  readonly isStale: boolean
}

interface WithStripe {
  readonly stripe: { readonly secretKey: string | null }
}

/** Whether the ledger is compared with Stripe every day, and what the last comparison found. */
export async function examineLatestReconciliation(
  examined: ExaminedDatabase,
  { stripe: { secretKey } }: WithStripe,
): Promise<Finding[]> {
  if (secretKey === null || !(await hasRuns(examined))) return []
  const { rows } = await examined.query<Latest>(latestQuery)
  return [latestFinding(rows[0])]
}

/** Whether what Stripe took of each payment is in the books. Reads all payments. */
export async function examineBookedFees(
  examined: ExaminedDatabase,
  { stripe: { secretKey } }: WithStripe,
): Promise<Finding[]> {
  if (secretKey === null || !(await hasRuns(examined))) return []
  const { rows } = await examined.query<{ count: number }>(unbookedQuery)
  const unbooked = rows[0]?.count ?? 0
  return unbooked === 0
    ? []
    : [
        weak(
          `the Stripe fees of ${unbooked} payments aren’t booked`,
          'guildhall reconcile --book books them',
        ),
      ]
}

function latestFinding(latest: Latest | undefined): Finding {
  if (latest === undefined) {
    return weak('the ledger was never compared with Stripe', 'a running worker does it every day')
  }
  const { differences, finished, isStale } = latest
  if (differences > 0) {
    return wrong(
      `the ledger and Stripe differed in ${differences} cases on ${finished}`,
      'guildhall reconcile and the page Reconciliation name them',
    )
  }
  return isStale
    ? weak(
        `the ledger was last compared with Stripe on ${finished}`,
        'a running worker does it every day; its log says why it does not',
      )
    : fine('the ledger agrees with Stripe')
}

/** A missing migration has its own finding. */
async function hasRuns(examined: ExaminedDatabase): Promise<boolean> {
  const { rows } = await examined.query<{ found: boolean }>(
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
