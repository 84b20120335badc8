import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newHistory } from '../../../../test/metrics-history.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { clockAt } from '../../../../test/renewals.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { recountDays } from '../actions/recount.ts'
import { rollUpIn } from '../actions/roll-up.ts'

const db = testDatabase()
const server = testServer(db)
const path = '/api/auth/admin/get-metrics-recount'
let operator: Person
let stranger: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
  stranger = await newPerson(server.current)
})

it('shows the operator what the last recounts found', async () => {
  const { organizationId: id } = await newHistory({
    ownerUrl: db.ownerUrl,
    subscriptions: 10,
    from: '2031-01-01',
    until: '2031-03-01',
  })
  const deps = testPaymentDeps(db.database, { clock: clockAt('2031-02-20T12:00:00Z') })
  await rollUpIn(deps, [id])
  await runOn(
    db.ownerUrl,
    `update metrics_day set revenue = revenue + 7 where number = (
       select min(number) from metrics_day
        where organization_id = $1 and product_id is null and currency = 'usd')`,
    [id],
  )
  await recountDays(deps)
  const { status, body } = await operator.browser.get(path)
  expect(status).toBe(200)
  const { differences, differenceCount, recountedCount } = Object(body)
  expect({ differenceCount, isAll: recountedCount === Object(body).organizationCount }).toEqual({
    differenceCount: 1,
    isAll: true,
  })
  const [difference] = differences
  expect(difference).toMatchObject({
    organization: { id, name: 'History' },
    currency: 'usd',
    figure: 'revenue',
  })
  expect(difference.rolledUp - difference.counted).toBe(7)
})

it('is for nobody else', async () => {
  expect((await stranger.browser.get(path)).status).toBe(403)
})
