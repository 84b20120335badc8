import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { book, newSale } from '../../../../test/ledger.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { postDispute, postRefund, postRefundReversal, postSales } from './post-entries.ts'
import { balanceOf } from './read-balance.ts'

const db = testDatabase()

const newOrganization = () => newSale({ id: newId('organization') })
type Sale = ReturnType<typeof newOrganization>

const half = { netAmount: minorUnits(5_000), taxAmount: minorUnits(950) }

const pay = (sale: Sale) => book(db.database, (uow) => postSales(uow, [sale]))

/** Available, tax, refunded, disputed and lost; null where there is no balance. */
async function figures({ organizationId }: Sale): Promise<readonly number[] | null> {
  const [balance] = await balanceOf(db.database.kysely, organizationId)
  if (balance === undefined) return null
  const { availableAmount, taxAmount, refundedAmount, disputedAmount, lostAmount } = balance
  return [availableAmount, taxAmount, refundedAmount, disputedAmount, lostAmount]
}

test('a payment is posted once, also when posted repeatedly and concurrently', async () => {
  const sale = newOrganization()
  await Promise.all(Array.from({ length: 10 }, () => pay(sale)))
  await pay(sale)
  expect(await figures(sale)).toEqual([10_000, 1_900, 0, 0, 0])
})

test('a free order is not posted', async () => {
  const sale = { ...newOrganization(), netAmount: minorUnits(0), taxes: [] }
  await pay(sale)
  expect(await figures(sale)).toBeNull()
})

test('a refund is posted once, and reversed once when it fails later', async () => {
  const sale = newOrganization()
  const refund = { ...sale, ...half, refundId: newId('refund') }
  await pay(sale)
  const refundTwice = async () => {
    await book(db.database, (uow) => postRefund(uow, refund))
    await book(db.database, (uow) => postRefund(uow, refund))
  }
  await refundTwice()
  expect(await figures(sale)).toEqual([5_000, 950, 5_000, 0, 0])
  await book(db.database, (uow) => postRefundReversal(uow, refund))
  await book(db.database, (uow) => postRefundReversal(uow, refund))
  expect(await figures(sale)).toEqual([10_000, 1_900, 0, 0, 0])
})

test('a reversal without a posted refund posts nothing', async () => {
  const sale = newOrganization()
  await pay(sale)
  const refund = { ...sale, ...half, refundId: newId('refund') }
  await book(db.database, (uow) => postRefundReversal(uow, refund))
  expect(await figures(sale)).toEqual([10_000, 1_900, 0, 0, 0])
})

test('a dispute holds money back, and is won or lost once', async () => {
  const won = newOrganization()
  const lost = newOrganization()
  for (const [sale, end] of [
    [won, 'won'],
    [lost, 'lost'],
  ] as const) {
    const dispute = { ...sale, ...half, disputeId: 'dp_1' }
    const report = (status: 'open' | 'won' | 'lost') =>
      book(db.database, (uow) => postDispute(uow, { ...dispute, status }))
    await pay(sale)
    await report('open')
    expect(await figures(sale)).toEqual([5_000, 950, 0, 5_000, 0])
    await report(end)
    await report('open')
    await report(end)
    await report(end === 'won' ? 'lost' : 'won')
  }
  expect(await figures(won)).toEqual([10_000, 1_900, 0, 0, 0])
  expect(await figures(lost)).toEqual([5_000, 950, 0, 0, 5_000])
})

test('a dispute whose opening was missed ends with the amounts held back', async () => {
  const sale = newOrganization()
  const dispute = { ...sale, disputeId: 'dp_2' }
  await pay(sale)
  await book(db.database, (uow) => postDispute(uow, { ...dispute, ...half, status: 'lost' }))
  await book(db.database, (uow) => postDispute(uow, { ...dispute, status: 'lost' }))
  expect(await figures(sale)).toEqual([5_000, 950, 0, 0, 5_000])
})

test('nothing is posted where the transaction fails', async () => {
  const sale = newOrganization()
  const failing = book(db.database, async (uow) => {
    await postSales(uow, [sale])
    throw new Error('Something else failed')
  })
  await expect(failing).rejects.toThrow('Something else failed')
  expect(await figures(sale)).toBeNull()
})
