import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { examined } from '../../test/examined.ts'
import { testPaymentDeps } from '../../test/payments.ts'
import { newShop, newSubscribedCustomer } from '../../test/renewals.ts'
import { runOn } from '../../test/sql.ts'
import { examineDueSubscriptions, examineSubscriptions } from './doctor-subscriptions.ts'

const db = testDatabase()

const findings = async (): Promise<string[]> =>
  (
    await examined(db, async (client) => [
      ...(await examineDueSubscriptions(client)),
      ...(await examineSubscriptions(client)),
    ])
  ).map(({ text }) => text)

test('overdue, unapplied and unpriced subscriptions are reported', async () => {
  const deps = testPaymentDeps(db.database)
  const { subscription, customerId } = await newSubscribedCustomer(deps, await newShop(db.database))
  const healthy = 'subscriptions are renewed as they fall due'
  expect(await findings()).toEqual([healthy])

  const dueAgo = (minutes: number) =>
    runOn(db.ownerUrl, `update subscription set due_at = now() - interval '${minutes} minutes'`)
  await dueAgo(10)
  expect(await findings()).toEqual([healthy])
  await dueAgo(90)
  expect(await findings()).toMatchObject([
    expect.stringMatching(/^1 subscription overdue, the longest for (89|90) minutes/),
  ])
  await runOn(db.ownerUrl, 'update subscription set runs_on_real_time = false')
  expect(await findings()).toEqual([healthy])

  await runOn(
    db.ownerUrl,
    `insert into subscription_attempt (organization_id, payment_id, subscription_id, order_id,
       is_counted, is_by_customer, started_at)
     select organization_id, id, '${subscription.id}', gen_random_uuid(), true, false, now()
       from payment where customer_id = '${customerId}'`,
  )
  expect(await findings()).toEqual([healthy])
  await runOn(db.ownerUrl, `update payment set started_at = now() - interval '1 hour'`)
  expect(await findings()).toEqual([
    healthy,
    '1 payments for subscriptions have ended but were not applied',
  ])
  await runOn(db.ownerUrl, 'delete from subscription_attempt')
  await runOn(db.ownerUrl, 'delete from subscription_price')
  expect(await findings()).toEqual([
    healthy,
    '1 subscriptions have no price, so they can’t be billed',
  ])
})
