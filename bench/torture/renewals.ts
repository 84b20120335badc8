import { runOn } from '../../packages/server/test/sql.ts'
import { addSubscribers, newPlan, type Plan } from '../renewals/subscribers.ts'

const perMinute = 400

/** Subscriptions that are not due before `letFallDue`. */
export async function addRenewals(ownerUrl: string, minutes: number): Promise<Plan> {
  const plan = await newPlan(ownerUrl)
  await addSubscribers(ownerUrl, plan, { count: Math.ceil(perMinute * minutes), isDue: true })
  await runOn(
    ownerUrl,
    `update subscription set due_at = due_at + interval '1 day',
                             current_period_end = current_period_end + interval '1 day'
      where organization_id = $1`,
    [plan.organizationId],
  )
  return plan
}

/** They do so at any time while parts are killed. Returns when all have. */
export async function letFallDue(
  ownerUrl: string,
  { organizationId }: Plan,
  minutes: number,
): Promise<Date> {
  const subscriptions = await runOn<{ id: string }>(
    ownerUrl,
    'select id from subscription where organization_id = $1',
    [organizationId],
  )
  const milliseconds = minutes * 60_000
  const startsAt = Date.now()
  // A cluster updates rows only by values that it is given.
  const dueAt = () => new Date(startsAt + Math.random() * milliseconds)
  await runOn(
    ownerUrl,
    `update subscription s set due_at = d.due_at, current_period_end = d.due_at
       from jsonb_to_recordset($2::jsonb) as d (id uuid, due_at timestamptz)
      where s.organization_id = $1 and s.id = d.id`,
    [organizationId, JSON.stringify(subscriptions.map(({ id }) => ({ id, due_at: dueAt() })))],
  )
  await runOn(ownerUrl, note, [organizationId])
  return new Date(startsAt + milliseconds)
}

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
