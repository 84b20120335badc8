import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { testPaymentParts } from '../../test/payments.ts'
import { newMember, newShop } from '../../test/renewals.ts'
import { runOn } from '../../test/sql.ts'
import { examineSubscriptions } from './doctor-subscriptions.ts'

const db = testDatabase()

async function said(): Promise<string[]> {
  const client = new pg.Client(db.url)
  await client.connect()
  try {
    return (await examineSubscriptions(client)).map(({ text }) => text)
  } finally {
    await client.end()
  }
}

test('what is overdue, and what is left lying about, is told', async () => {
  const parts = testPaymentParts(db.database)
  const { subscription, customerId } = await newMember(parts, await newShop(db.database))
  const well = 'subscriptions are renewed as they fall due'
  expect(await said()).toEqual([well])

  const dueAgo = (minutes: number) =>
    runOn(db.ownerUrl, `update subscription set due_at = now() - interval '${minutes} minutes'`)
  await dueAgo(10)
  expect(await said()).toEqual([well])
  await dueAgo(90)
  expect(await said()).toMatchObject([
    expect.stringMatching(/^1 subscriptions are overdue, the longest for (89|90) minutes/),
  ])
  await runOn(db.ownerUrl, 'update subscription set runs_on_real_time = false')
  expect(await said()).toEqual([well])

  await runOn(
    db.ownerUrl,
    `insert into subscription_attempt
     select organization_id, id, '${subscription.id}', gen_random_uuid(), true, now()
       from payment where customer_id = '${customerId}'`,
  )
  expect(await said()).toEqual([well])
  await runOn(db.ownerUrl, `update payment set begun_at = now() - interval '1 hour'`)
  expect(await said()).toEqual([
    '1 payments for subscriptions have ended and were not taken to account',
  ])
  await runOn(db.ownerUrl, 'delete from subscription_attempt')
  await runOn(db.ownerUrl, 'delete from subscription_price')
  expect(await said()).toEqual(['1 subscriptions have no price: nobody can say what is due'])
})
