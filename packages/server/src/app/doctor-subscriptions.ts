import type pg from 'pg'
import { type Finding, fine, weak, wrong } from './findings.ts'

const overdueMinutesMax = 15
const settlingMinutesMax = 15

interface Tally {
  readonly overdue: number
  readonly minutes: number
  readonly unsettled: number
  readonly bare: number
}

/** Whether subscriptions are renewed as they fall due, and nothing of them is left lying about. */
export async function examineSubscriptions(client: pg.Client): Promise<Finding[]> {
  if (!(await hasSubscriptions(client))) return []
  const { rows } = await client.query<Tally>(tallyQuery)
  const [tally] = rows
  return tally === undefined ? [] : findingsOf(tally)
}

/** Where a migration is missing, that was said before. */
async function hasSubscriptions(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('subscription_attempt') is not null as there`,
  )
  return rows[0]?.there === true
}

const ago = (minutes: number) => `now() - interval '${minutes} minutes'`

/** Clocks that were advanced run subscriptions themselves: there nothing is overdue in real time. */
const tallyQuery = `
  select overdue, minutes, unsettled, bare
    from (select count(*)::int as overdue,
                 coalesce(extract(epoch from now() - min(due_at)) / 60, 0)::int as minutes
            from subscription
           where runs_on_real_time and due_at < ${ago(overdueMinutesMax)}) due,
         (select count(*)::int as unsettled
            from subscription_attempt a
            join payment p on p.organization_id = a.organization_id and p.id = a.payment_id
           where p.status <> 'pending' and p.begun_at < ${ago(settlingMinutesMax)}) attempts,
         (select count(*)::int as bare
            from subscription s
           where s.status in ('trialing', 'active', 'past_due')
             and not exists (select from subscription_price p
                              where p.organization_id = s.organization_id
                                and p.subscription_id = s.id)) prices`

function findingsOf({ overdue, minutes, unsettled, bare }: Tally): Finding[] {
  const found = [
    ...(overdue === 0
      ? []
      : [
          wrong(
            `${overdue} subscriptions are overdue, the longest for ${minutes} minutes: ` +
              'no worker is running, or its log says why they can’t be run',
          ),
        ]),
    ...(unsettled === 0
      ? []
      : [weak(`${unsettled} payments for subscriptions have ended and were not taken to account`)]),
    ...(bare === 0
      ? []
      : [wrong(`${bare} subscriptions have no price: nobody can say what is due`)]),
  ]
  return found.length === 0 ? [fine('subscriptions are renewed as they fall due')] : found
}
