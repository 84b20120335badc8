import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { book, newSale } from '../../../../test/ledger.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { postDispute, postPayment, postRefund, postRefundReversal } from './post.ts'
import { balanceOf } from './read-balance.ts'

const db = testDatabase()

const anOrganization = () => newSale({ id: newId('organization') })
type Sale = ReturnType<typeof anOrganization>

const half = { netAmount: minorUnits(5_000), taxAmount: minorUnits(950) }

const pay = (sale: Sale) => book(db.database, (unit) => postPayment(unit, sale))

/** What is available, taxed, refunded, disputed and lost; null where there is no balance. */
async function figures({ organizationId }: Sale): Promise<readonly number[] | null> {
  const [balance] = await balanceOf(db.database.kysely, organizationId)
  if (balance === undefined) return null
  const { availableAmount, taxAmount, refundedAmount, disputedAmount, lostAmount } = balance
  return [availableAmount, taxAmount, refundedAmount, disputedAmount, lostAmount]
}

test('a payment is booked once, however often it is told, and by many at once', async () => {
  const sale = anOrganization()
  await Promise.all(Array.from({ length: 10 }, () => pay(sale)))
  await pay(sale)
  expect(await figures(sale)).toEqual([10_000, 1_900, 0, 0, 0])
})

test('what costs nothing is not booked', async () => {
  const sale = { ...anOrganization(), netAmount: minorUnits(0), taxAmount: minorUnits(0) }
  await pay(sale)
  expect(await figures(sale)).toBeNull()
})

test('what a processor keeps is no longer available', async () => {
  const sale = anOrganization()
  await pay({ ...sale, processorFee: minorUnits(300) })
  const [balance] = await balanceOf(db.database.kysely, sale.organizationId)
  expect(balance).toMatchObject({
    availableAmount: 9_700,
    soldAmount: 10_000,
    processorFeeAmount: 300,
  })
})

test('a refund is booked once, and taken back once where it failed after all', async () => {
  const sale = anOrganization()
  const refund = { ...sale, ...half, refundId: newId('refund') }
  await pay(sale)
  const refundTwice = async () => {
    await book(db.database, (unit) => postRefund(unit, refund))
    await book(db.database, (unit) => postRefund(unit, refund))
  }
  await refundTwice()
  expect(await figures(sale)).toEqual([5_000, 950, 5_000, 0, 0])
  await book(db.database, (unit) => postRefundReversal(unit, refund))
  await book(db.database, (unit) => postRefundReversal(unit, refund))
  expect(await figures(sale)).toEqual([10_000, 1_900, 0, 0, 0])
})

test('of a refund that was never booked there is nothing to take back', async () => {
  const sale = anOrganization()
  await pay(sale)
  const refund = { ...sale, ...half, refundId: newId('refund') }
  await book(db.database, (unit) => postRefundReversal(unit, refund))
  expect(await figures(sale)).toEqual([10_000, 1_900, 0, 0, 0])
})

test('a dispute holds back, and is won or lost once', async () => {
  const won = anOrganization()
  const lost = anOrganization()
  for (const [sale, end] of [
    [won, 'won'],
    [lost, 'lost'],
  ] as const) {
    const dispute = { ...sale, ...half, disputeId: 'dp_1' }
    const tell = (status: 'open' | 'won' | 'lost') =>
      book(db.database, (unit) => postDispute(unit, { ...dispute, status }))
    await pay(sale)
    await tell('open')
    expect(await figures(sale)).toEqual([5_000, 950, 0, 5_000, 0])
    await tell(end)
    await tell('open')
    await tell(end)
    await tell(end === 'won' ? 'lost' : 'won')
  }
  expect(await figures(won)).toEqual([10_000, 1_900, 0, 0, 0])
  expect(await figures(lost)).toEqual([5_000, 950, 0, 0, 5_000])
})

test('a dispute whose opening went unheard ends all the same, by what was held back', async () => {
  const sale = anOrganization()
  const dispute = { ...sale, disputeId: 'dp_2' }
  await pay(sale)
  await book(db.database, (unit) => postDispute(unit, { ...dispute, ...half, status: 'lost' }))
  await book(db.database, (unit) => postDispute(unit, { ...dispute, status: 'lost' }))
  expect(await figures(sale)).toEqual([5_000, 950, 0, 0, 5_000])
})

test('nothing is booked where the transaction fails', async () => {
  const sale = anOrganization()
  const failing = book(db.database, async (unit) => {
    await postPayment(unit, sale)
    throw new Error('Something else failed')
  })
  await expect(failing).rejects.toThrow('Something else failed')
  expect(await figures(sale)).toBeNull()
})
