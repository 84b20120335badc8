import { runOn } from '../../packages/server/test/sql.ts'
import { addSubscribers, newPlan, type Plan } from '../renewals/subscribers.ts'

const perMinute = 400

/** Subscriptions that fall due while parts are killed. */
export async function addFallingDue(ownerUrl: string, minutes: number): Promise<Plan> {
  const plan = await newPlan(ownerUrl)
  await addSubscribers(ownerUrl, plan, { count: Math.ceil(perMinute * minutes), isDue: true })
  await runOn(ownerUrl, spread, [plan.organizationId, minutes])
  await runOn(ownerUrl, note, [plan.organizationId])
  return plan
}

const spread = `
  update subscription s
     set started_at = started_at + later, current_period_start = current_period_start + later,
         current_period_end = current_period_end + later, due_at = due_at + later
    from (select id, random() * $2 * interval '1 minute' as later
            from subscription where organization_id = $1) spread
   where s.organization_id = $1 and s.id = spread.id and s.due_at <= now() and claimed_until is null`

const note = `
  insert into due_note (kind, organization_id, due_at) values ('subscriptions.run_due', $1, now())`

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
