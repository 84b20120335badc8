import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { examined } from '../../test/examined.ts'
import { newHistory } from '../../test/metrics-history.ts'
import { testPaymentDeps } from '../../test/payments.ts'
import { clockAt } from '../../test/renewals.ts'
import { runOn } from '../../test/sql.ts'
import { truncateOrganizations } from '../../test/truncate-organizations.ts'
import { rollUpIn } from '../domains/metrics/actions/roll-up.ts'
import { examineMetrics } from './doctor-metrics.ts'

const db = testDatabase()

const findings = async (): Promise<string[]> =>
  (await examined(db, examineMetrics)).map(({ state, text }) => `${state} ${text}`)

const run = (text: string) => runOn(db.ownerUrl, text)

const sound = 'fine metrics are what orders, checkouts and subscriptions add up to'

beforeEach(async () => {
  await truncateOrganizations(db.ownerUrl)
  const { organizationId } = await newHistory({
    ownerUrl: db.ownerUrl,
    subscriptions: 40,
    from: '2031-01-01',
    until: '2031-06-01',
  })
  // What this history says of subscriptions isn’t what their rows say.
  await run(`update subscription s set amount = m.amount
               from (select subscription_id, sum(billing_amount) as amount
                       from subscription_movement group by 1) m
              where m.subscription_id = s.id and s.ended_at is null`)
  await rollUpIn(testPaymentDeps(db.database, { clock: clockAt('2031-05-20T12:00:00Z') }), [
    organizationId,
  ])
})

test('days that are what their rows add up to are fine', async () => {
  expect(await findings()).toEqual([sound])
})

const early = `(select created_at from orders where created_at < '2031-04-01'
                 order by created_at limit 1)`

test.each<[string, string, RegExp]>([
  [
    'a day that says too much',
    `update metrics_day set revenue = revenue + 7 where number = (
       select number from metrics_day where product_id is null order by starts_at limit 1)`,
    /^wrong metrics of h-\S+ since 2031-01-\d\d 00:00 in \w+: revenue is \d+, but \d+ when/,
  ],
  [
    'an order that changed after its day',
    `update orders set net_amount = net_amount + 5, subtotal_amount = subtotal_amount + 5,
                       total_amount = total_amount + 5 where created_at = ${early}`,
    /revenue is \d+, but \d+ when/,
  ],
  [
    'a movement that is gone',
    `delete from subscription_movement where occurred_at = (
       select min(occurred_at) from subscription_movement where kind = 'new')`,
    /list_amount is \d+, but \d+ when|its movements add up to/,
  ],
  [
    'a day that is missing',
    `delete from metrics_day where product_id is null and starts_at = (
       select max(starts_at) from metrics_day where product_id is null)`,
    /checkouts is 0|orders is 0|is \d+, but \d+ when/,
  ],
  [
    'a subscription that brings in something else',
    `update subscription set amount = amount + 100 where id = (
       select id from subscription where ended_at is null limit 1)`,
    /^wrong subscription \S+ of h-\S+ brings in \d+ per month, but its movements add up to \d+/,
  ],
  [
    'history that is still to be derived',
    `insert into movement_backfill select organization_id, id from customer limit 1`,
    /^weak the history of 1 customers/,
  ],
])('%s is found', async (_, fault, expected) => {
  await run(fault)
  expect((await findings()).join('\n')).toMatch(new RegExp(expected, 'm'))
})
