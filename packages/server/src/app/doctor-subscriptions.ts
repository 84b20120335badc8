import { billableSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import type pg from 'pg'
import { type Finding, fine, weak, wrong } from './findings.ts'

const overdueMinutesMax = 15
const applyingMinutesMax = 15

interface Tally {
  readonly overdue: number
  readonly minutes: number
  readonly unapplied: number
  readonly unpriced: number
}

/** Whether subscriptions renew when they fall due, and no pending change is stuck. */
export async function examineSubscriptions(client: pg.Client): Promise<Finding[]> {
  if (!(await hasSubscriptions(client))) return []
  const { rows } = await client.query<Tally>(tallyQuery)
  const [tally] = rows
  return tally === undefined ? [] : findingsOf(tally)
}

/** A missing migration has its own finding. */
async function hasSubscriptions(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('subscription_attempt') is not null as found`,
  )
  return rows[0]?.found === true
}

const ago = (minutes: number) => `now() - interval '${minutes} minutes'`

const billable = billableSubscriptionStatuses.map((status) => `'${status}'`).join(', ')

/** An advanced clock runs its own renewals, so nothing is overdue there in real time. */
const tallyQuery = `
  select overdue, minutes, unapplied, unpriced
    from (select count(*)::int as overdue,
                 coalesce(extract(epoch from now() - min(due_at)) / 60, 0)::int as minutes
            from subscription
           where runs_on_real_time and due_at < ${ago(overdueMinutesMax)}) due,
         (select count(*)::int as unapplied
            from subscription_attempt a
            join payment p on p.organization_id = a.organization_id and p.id = a.payment_id
           where p.status <> 'pending' and p.started_at < ${ago(applyingMinutesMax)}) attempts,
         (select count(*)::int as unpriced
            from subscription s
           where s.status in (${billable})
             and not exists (select from subscription_price p
                              where p.organization_id = s.organization_id
                                and p.subscription_id = s.id)) prices`

function findingsOf({ overdue, minutes, unapplied, unpriced }: Tally): Finding[] {
  const found = [
    ...(overdue === 0
      ? []
      : [
          wrong(
            `${overdue} subscriptions are overdue, the longest for ${minutes} minutes: ` +
              'no worker is running, or its log says why they can’t be run',
          ),
        ]),
    ...(unapplied === 0
      ? []
      : [weak(`${unapplied} payments for subscriptions have ended but were not applied`)]),
    ...(unpriced === 0
      ? []
      : [wrong(`${unpriced} subscriptions have no price, so they can’t be billed`)]),
  ]
  return found.length === 0 ? [fine('subscriptions are renewed as they fall due')] : found
}
