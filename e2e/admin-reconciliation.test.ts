import { beforeAll, expect, test } from 'vitest'
import { newId } from '../packages/server/src/platform/ids.ts'
import { realMoney } from '../packages/server/test/server.ts'
import { type Person, serverWithOperator } from './operators.ts'
import { expectAccessiblePage, rowsIn } from './visit.ts'

const app = serverWithOperator(realMoney)
const path = '/admin/reconciliation'
let stranger: Person

beforeAll(async () => {
  stranger = await app.signUp('Ada Lindqvist')
  await app.query(
    `insert into organization (id, slug, name, created_at) values ($1, 'northwind', 'Northwind Traders', now())`,
    [organization],
  )
})

const organization = newId('organization')
const run = newId('reconciliation')

const record = (differenceCount: number) =>
  app.query(
    `insert into reconciliation (id, compared_from, compared_to, compared_through, transaction_count,
                                 unrelated_count, booked_count, difference_count, started_at, finished_at)
     values ($1, now() - interval '30 days', now(), now(), 12345, 31, 4, $2, now(),
             now() - interval '2 hours')`,
    [differenceCount === 0 ? newId('reconciliation') : run, differenceCount],
  )

const differences = `
  insert into reconciliation_difference (reconciliation_id, position, kind, about, organization_id,
    payment_id, transaction_id, here_amount, here_currency, there_amount, there_currency)
  values ($1, 1, 'fee_differs', 'charge', $2, gen_random_uuid(), 'txn_3PgafuB7WZ01zgkW', 320, 'usd', 400, 'usd'),
         ($1, 2, 'missing_here', 'refund', $2, gen_random_uuid(), null, null, null, -4000, 'eur'),
         ($1, 3, 'missing_at_stripe', 'charge', $2, gen_random_uuid(), 'txn_4', 123456789, 'jpy', null, null),
         ($1, 4, 'missing_here', 'charge', null, gen_random_uuid(), 'txn_5', null, null, 10000, 'usd'),
         ($1, 5, 'currency_differs', 'dispute', $2, gen_random_uuid(), 'txn_6', 500, 'usd', 500, 'gbp')`

test('before the first run the page says when it is', async () => {
  const page = await app.openAs(app.operator, path)
  await page.getByText('Not compared yet').waitFor()
  await expectAccessiblePage('admin-reconciliation-none', app.viewAs(app.operator, path))
})

test('the latest run is shown with each difference', async () => {
  await record(5)
  await app.query(differences, [run, organization])
  const page = await app.openAs(app.operator, path)
  const rows = rowsIn(page, 'Differences')
  await expect.poll(() => rows.count()).toBe(5)
  const first = await rows.first().innerText()
  expect(first).toContain('Charge with another fee')
  expect(first).toContain('Northwind Traders')
  expect(first).toContain('$3.20')
  expect(first).toContain('$4.00')
  expect(await rows.nth(3).innerText()).toContain('Unknown organization')
  await expectAccessiblePage('admin-reconciliation', app.viewAs(app.operator, path))
})

test('a run without differences says so', async () => {
  await record(0)
  await app.query(`update reconciliation set started_at = now() - interval '1 day' where id = $1`, [
    run,
  ])
  const page = await app.openAs(app.operator, path)
  await page.getByText('No differences.').waitFor()
  await expectAccessiblePage('admin-reconciliation-good', app.viewAs(app.operator, path))
})

test('the page is closed to everyone else', async () => {
  const page = await app.openAs(stranger, path)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('found')
})
