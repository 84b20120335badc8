import { beforeEach, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { examined } from '../../test/examined.ts'
import { newBuyer, startPayment, testPaymentDeps } from '../../test/payments.ts'
import { runOn } from '../../test/sql.ts'
import { newId } from '../platform/ids.ts'
import { examineBookedFees, examineLatestReconciliation } from './doctor-reconciliation.ts'

const db = testDatabase()

const findings = (secretKey: string | null = 'sk_test_1') =>
  examined(db, async (client) =>
    [
      ...(await examineLatestReconciliation(client, { stripe: { secretKey } })),
      ...(await examineBookedFees(client, { stripe: { secretKey } })),
    ].map(({ state, text }) => `${state} ${text}`),
  )

const run = (differences: number, age: string) =>
  runOn(
    db.ownerUrl,
    `insert into reconciliation (id, compared_from, compared_to, compared_through,
                                 difference_count, started_at, finished_at)
     values ('${newId('reconciliation')}', now() - interval '31 days', now(), now(), ${differences},
             now() - interval '${age}', now() - interval '${age}')`,
  )

beforeEach(() => runOn(db.ownerUrl, 'truncate reconciliation cascade'))

const at = (text: string) => expect.stringMatching(new RegExp(text))

it('without Stripe nothing is examined', async () => {
  expect(await findings(null)).toEqual([])
})

it('a ledger that was never compared is named', async () => {
  expect(await findings()).toEqual([at('^weak the ledger was never compared with Stripe')])
})

it('only the latest run counts', async () => {
  await run(3, '2 days')
  await run(0, '1 hour')
  expect(await findings()).toEqual(['fine the ledger agrees with Stripe'])
})

it('differences are counted', async () => {
  await run(3, '1 hour')
  expect(await findings()).toEqual([at('^wrong the ledger and Stripe differed in 3 cases on 20')])
})

it('an old run is weak', async () => {
  await run(0, '4 days')
  expect(await findings()).toEqual([at('^weak the ledger was last compared with Stripe on 20')])
})

it('payments whose fee was never booked are counted after a day', async () => {
  await run(0, '1 hour')
  const deps = testPaymentDeps(db.database)
  const payment = await startPayment(deps, await newBuyer(db.database))
  await runOn(
    db.ownerUrl,
    `update payment set status = 'succeeded', processor = 'stripe', confirmation_token = null,
                        resume_at = null, processor_id = 'pi_1' where id = '${payment.id}'`,
  )
  expect(await findings()).toEqual(['fine the ledger agrees with Stripe'])
  await runOn(db.ownerUrl, `update payment set created_at = now() - interval '2 days'`)
  expect(await findings()).toEqual([
    'fine the ledger agrees with Stripe',
    at('^weak the Stripe fees of 1 payments aren’t booked'),
  ])
})
