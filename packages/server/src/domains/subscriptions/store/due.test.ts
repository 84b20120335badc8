import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import { clockAt, newShop, newSubscribedCustomer } from '../../../../test/renewals.ts'
import { claimDue, subscriptionsToRun } from './due.ts'

const db = testDatabase()

const on = (text: string) => new Date(`${text}T10:00:00Z`)

it('each of several organizations has its own next instant', async () => {
  const clock = clockAt('2031-01-15T10:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const [early, late, idle] = [
    await newShop(db.database),
    await newShop(db.database),
    await newShop(db.database),
  ]
  await newSubscribedCustomer(deps, early)
  clock.set('2031-01-20T10:00:00Z')
  for (const shop of [early, late]) await newSubscribedCustomer(deps, shop)
  const { kysely } = db.database
  const ids = [early, late, idle].map(({ organizationId }) => organizationId)
  const nextAt = async (now: Date) => {
    const found = await subscriptionsToRun.findNext(kysely, ids, now)
    return new Map(found.map(({ organizationId, dueAt }) => [organizationId, dueAt]))
  }
  const unclaimed = new Map([
    [early.organizationId, on('2031-02-15')],
    [late.organizationId, on('2031-02-20')],
  ])
  expect(await nextAt(clock.now())).toEqual(unclaimed)

  // A process claims what is due in one of them, and dies.
  const now = on('2031-02-15')
  const until = on('2031-02-16')
  const claimed = await claimDue(kysely, {
    claimant: null,
    organizationId: early.organizationId,
    now,
    until,
    max: 10,
  })
  expect(claimed).toHaveLength(1)
  expect(await nextAt(now)).toEqual(unclaimed.set(early.organizationId, until))
})
