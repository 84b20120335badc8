import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../packages/server/test/sql.ts'
import { addSubscribers, newPlan, type Plan } from '../renewals/subscribers.ts'

const batch = 20
const everyMilliseconds = 3_000

/** Keeps adding subscriptions that are due. */
export async function letFallDue(ownerUrl: string, isOver: () => boolean): Promise<Plan> {
  const plan = await newPlan(ownerUrl)
  while (!isOver()) {
    // PostgreSQL may be away.
    await addSubscribers(ownerUrl, plan, { count: batch, isDue: true }).catch(() => undefined)
    await sleep(everyMilliseconds)
  }
  return plan
}

interface Renewed {
  readonly subscriptions: number
  readonly 'not renewed': number
  readonly 'renewed twice': number
}

export async function renewed(ownerUrl: string, { organizationId }: Plan): Promise<Renewed> {
  const [row] = await runOn<Renewed>(
    ownerUrl,
    `with cycle as (
       select s.id, count(o.id) filter (where o.status = 'paid')::int as paid, count(o.id)::int as orders
         from subscription s
         left join orders o on o.organization_id = s.organization_id and o.subscription_id = s.id
        where s.organization_id = $1 group by s.id
     )
     select count(*)::int as subscriptions,
            count(*) filter (where paid = 0)::int as "not renewed",
            count(*) filter (where orders > 1)::int as "renewed twice" from cycle`,
    [organizationId],
  )
  if (row === undefined) throw new Error('the query returns one row')
  return row
}
