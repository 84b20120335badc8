import { billableSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import { counted, type ExaminedDatabase, type Finding, fine, weak, wrong } from './findings.ts'

const overdueMinutesMax = 15
const applyingMinutesMax = 15

/** Whether subscriptions renew when they fall due. */
export async function examineDueSubscriptions(examined: ExaminedDatabase): Promise<Finding[]> {
  if (!(await hasSubscriptions(examined))) return []
  const { rows } = await examined.query<{ overdue: number; minutes: number }>(overdueQuery)
  const { overdue, minutes } = rows[0] ?? { overdue: 0, minutes: 0 }
  return [
    overdue === 0
      ? fine('subscriptions are renewed as they fall due')
      : wrong(
          `${counted(overdue, 'subscription')} overdue, the longest for ${minutes} minutes`,
          'no worker is running, or its log says why they can’t be run',
        ),
  ]
}

/** Whether every payment was applied and every subscription has a price. Reads them all. */
export async function examineSubscriptions(examined: ExaminedDatabase): Promise<Finding[]> {
  if (!(await hasSubscriptions(examined))) return []
  const { rows } = await examined.query<{ unapplied: number; unpriced: number }>(tallyQuery)
  const { unapplied, unpriced } = rows[0] ?? { unapplied: 0, unpriced: 0 }
  return [
    ...(unapplied === 0
      ? []
      : [weak(`${unapplied} payments for subscriptions have ended but were not applied`)]),
    ...(unpriced === 0
      ? []
      : [wrong(`${unpriced} subscriptions have no price, so they can’t be billed`)]),
  ]
}

/** A missing migration has its own finding. */
async function hasSubscriptions(examined: ExaminedDatabase): Promise<boolean> {
  const { rows } = await examined.query<{ found: boolean }>(
    `select to_regclass('subscription_attempt') is not null as found`,
  )
  return rows[0]?.found === true
}

const ago = (minutes: number) => `now() - interval '${minutes} minutes'`

const billable = billableSubscriptionStatuses.map((status) => `'${status}'`).join(', ')

/** An advanced clock runs its own renewals, so nothing is overdue there in real time. */
const overdueQuery = `
  select count(*)::int as overdue,
         coalesce(extract(epoch from now() - min(due_at)) / 60, 0)::int as minutes
    from subscription
   where runs_on_real_time and due_at < ${ago(overdueMinutesMax)}`

const tallyQuery = `
  select unapplied, unpriced
    from (select count(*)::int as unapplied
            from subscription_attempt a
            join payment p on p.organization_id = a.organization_id and p.id = a.payment_id
           where p.status <> 'pending' and p.started_at < ${ago(applyingMinutesMax)}) attempts,
         (select count(*)::int as unpriced
            from subscription s
           where s.status in (${billable})
             and not exists (select from subscription_price p
                              where p.organization_id = s.organization_id
                                and p.subscription_id = s.id)) prices`
