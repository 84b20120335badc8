import { expect, test } from 'vitest'
import { bookFee } from '../../../../test/balance-transactions.ts'
import { testDatabase } from '../../../../test/database.ts'
import { book, newSale } from '../../../../test/ledger.ts'
import { newId } from '../../../platform/ids.ts'
import { postDispute, postSales } from './post-entries.ts'
import { balanceOf } from './read-balance.ts'
import { recordPayout } from './record-payout.ts'

const db = testDatabase()

const newOrganization = () => newSale({ id: newId('organization') })
type Sale = ReturnType<typeof newOrganization>

const pay = (sale: Sale) => book(db.database, (uow) => postSales(uow, [sale]))
const report = (sale: Sale, reported: Parameters<typeof bookFee>[2]) =>
  book(db.database, (uow) => bookFee(uow, sale, reported))

const figures = async ({ organizationId }: Sale) =>
  (await balanceOf(db.database.kysely, organizationId))[0]

test('a fee is booked once, also when it is reported repeatedly and concurrently', async () => {
  const sale = newOrganization()
  await pay(sale)
  await Promise.all(Array.from({ length: 10 }, () => report(sale, { id: 'txn_1', fee: 300 })))
  await report(sale, { id: 'txn_1', fee: 300 })
  expect(await figures(sale)).toMatchObject({
    availableAmount: 9_700,
    soldAmount: 10_000,
    processorFeeAmount: 300,
  })
})

test('the same id at another organization is another transaction', async () => {
  const [one, other] = [newOrganization(), newOrganization()]
  for (const sale of [one, other]) {
    await pay(sale)
    await report(sale, { id: 'txn_shared', fee: 300 })
    expect(await figures(sale)).toMatchObject({ availableAmount: 9_700 })
  }
})

test('a transaction without a fee posts nothing', async () => {
  const sale = newOrganization()
  await pay(sale)
  await report(sale, { id: 'txn_free', about: 'refund', amount: -500, fee: 0 })
  expect(await figures(sale)).toMatchObject({ availableAmount: 10_000, processorFeeAmount: 0 })
})

test('returned fees are given back', async () => {
  const sale = newOrganization()
  await pay(sale)
  await report(sale, { id: 'txn_1', fee: 300 })
  await report(sale, { id: 'txn_2', about: 'refund', amount: -11_900, fee: -270 })
  expect(await figures(sale)).toMatchObject({ availableAmount: 9_970, processorFeeAmount: 30 })
})

test('a dispute fee stays with the seller, won or lost, and is no part of what was disputed', async () => {
  for (const status of ['won', 'lost'] as const) {
    const sale = newOrganization()
    await pay(sale)
    const dispute = { ...sale, disputeId: 'dp_1', status }
    await book(db.database, (uow) => postDispute(uow, dispute))
    await report(sale, { id: 'txn_1', about: 'dispute', fee: 1_500, sourceId: 'dp_1' })
    const kept = status === 'won' ? 10_000 : 0
    expect(await figures(sale)).toMatchObject({
      availableAmount: kept - 1_500,
      soldAmount: 10_000,
      processorFeeAmount: 1_500,
      lostAmount: 10_000 - kept,
      disputedAmount: 0,
    })
  }
})

test('a payout is net of fees, and a fee that comes later is owed', async () => {
  const sale = newOrganization()
  const payOut = async () => {
    const paidOut: number[] = []
    await book(db.database, async (uow) => {
      paidOut.push(
        ...(await recordPayout(uow, sale.organizationId, async () => [])).map(
          ({ amount }) => amount,
        ),
      )
    })
    return paidOut
  }
  await pay(sale)
  await report(sale, { id: 'txn_1', fee: 300 })
  expect(await payOut()).toEqual([11_600])
  await report(sale, { id: 'txn_2', about: 'dispute', fee: 1_500, sourceId: 'dp_1' })
  expect(await figures(sale)).toMatchObject({
    availableAmount: -1_500,
    soldAmount: 10_000,
    processorFeeAmount: 1_800,
    settledAmount: 9_700,
  })
  await pay({ ...sale, paymentId: newId('payment'), orderId: newId('order') })
  expect(await payOut()).toEqual([10_400])
})
