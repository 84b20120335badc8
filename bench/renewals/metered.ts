import { newId } from '../../packages/server/src/platform/ids.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import { startChild } from '../child.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { type Server, startServer } from '../rounds.ts'
import { ingest } from '../usage/ingest.ts'
import { addMeter } from '../usage/rows.ts'
import { RenewalReport } from './report.ts'
import { addSubscribers, newPlan, type Plan } from './subscribers.ts'

export const eventsEach = 10
const centsPerUnit = 5
const netAmount = 1000 + eventsEach * centsPerUnit

const eventsPerRequest = 1000
const clientsCount = 4

/** Renews subscriptions that are due, each of which has used a metered price in its period. */
export async function measureMetered(urls: Urls, count: number): Promise<RenewalReport> {
  const { ownerUrl } = urls
  const server = await startServer(ourServer(urls, { GUILDHALL_ROLES: 'web' }))
  const plan = await newPlan(ownerUrl)
  const { organizationId } = plan
  const meterId = await addMeter(ownerUrl, { id: organizationId, token: plan.token })
  const priceId = newId('productPrice')
  await runOn(ownerUrl, meteredPriceRow, [
    organizationId,
    priceId,
    plan.productId,
    meterId,
    centsPerUnit,
  ])
  await addSubscribers(ownerUrl, plan, { count, isDue: true })
  for (const rows of [soldRows, meterRows, periodRows])
    await runOn(ownerUrl, rows, [organizationId])
  await runOn(ownerUrl, 'vacuum analyze')
  await useAll(ownerUrl, server, plan)
  await server.child.stop()
  await runOn(ownerUrl, 'checkpoint').catch(() => undefined)
  const { child } = await startChild('./renewals/renewer.ts', [urls.appUrl])
  try {
    const report = RenewalReport.parse(await child.request('renew'))
    await expectBilled(ownerUrl, count)
    return report
  } finally {
    await child.stop()
  }
}

const meteredPriceRow = `
  insert into product_price (organization_id, id, product_id, position, amount_type,
                             price_currency, unit_amount, meter_id, created_at)
  values ($1, $2, $3, 1, 'metered_unit', 'usd', $5, $4, now())`

const soldRows = `
  insert into subscription_price (organization_id, subscription_id, product_price_id, position,
                                  kind, amount, unit_amount, meter_id)
  select organization_id, s.id, p.id, 1, 'metered_unit', 0, p.unit_amount, p.meter_id
    from subscription s
    join product_price p using (organization_id, product_id)
   where organization_id = $1 and p.meter_id is not null`

const meterRows = `
  insert into subscription_meter (organization_id, id, subscription_id, meter_id, created_at)
  select organization_id, gen_random_uuid(), subscription_id, meter_id, now()
    from subscription_price where organization_id = $1 and meter_id is not null`

const periodRows = `
  insert into usage_period (organization_id, customer_id, meter_id, subscription_id, entity,
                            starts_at, ends_at, is_open, modified_at)
  select m.organization_id, s.customer_id, m.meter_id, s.id, '', s.current_period_start,
         s.current_period_end, true, now()
    from subscription_meter m
    join subscription s on s.organization_id = m.organization_id and s.id = m.subscription_id
   where m.organization_id = $1`

/** Every customer uses as many units as there are events, some days ago. */
async function useAll(ownerUrl: string, server: Server, plan: Plan): Promise<void> {
  const customers = await runOn<{ id: string }>(
    ownerUrl,
    'select customer_id as id from subscription where organization_id = $1',
    [plan.organizationId],
  )
  const timestamp = new Date(Date.now() - 10 * 86_400_000).toISOString()
  const send = async () => {
    const few = customers.splice(0, eventsPerRequest / eventsEach)
    const events = few.flatMap(({ id }) =>
      Array.from({ length: eventsEach }, () => ({ name: 'call', customer_id: id, timestamp })),
    )
    await ingest(server, plan, events)
  }
  const client = async () => {
    while (customers.length > 0) await send()
  }
  await Promise.all(Array.from({ length: clientsCount }, client))
}

/** Every subscription must have a paid order with what was used, and its period must be settled. */
async function expectBilled(ownerUrl: string, count: number): Promise<void> {
  const [row] = await runOn<Record<'paid' | 'settled' | 'waiting', number>>(
    ownerUrl,
    `select (select count(*)::int from orders where status = 'paid' and net_amount = $1) as paid,
            (select count(*)::int from settled_usage
              where consumed_units = $2 and amount = $3 and not is_open) as settled,
            (select count(*)::int from subscription where due_at <= now()) as waiting`,
    [netAmount, eventsEach, eventsEach * centsPerUnit],
  )
  if (row?.paid !== count || row.settled !== count || row.waiting !== 0) {
    throw new Error(`of ${count} periods not all were billed: ${JSON.stringify(row)}`)
  }
}
