import { currency } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { minorUnits, negate } from '../../../kernel/money.ts'
import { newId } from '../../../platform/ids.ts'
import { differenceText } from './difference-text.ts'
import {
  type BookedTransaction,
  comparePayment,
  compareTransactions,
  type PaymentSums,
  type ReportedTransaction,
} from './reconciliation.ts'

const eur = currency.parse('eur')
const usd = currency.parse('usd')
const organizationId = newId('organization')
const paymentId = newId('payment')

const reported = (changes: Partial<ReportedTransaction> = {}): ReportedTransaction => ({
  organizationId,
  paymentId,
  processorId: 'txn_1',
  about: 'charge',
  amount: minorUnits(10_000),
  fee: minorUnits(320),
  currency: eur,
  paymentAmount: minorUnits(10_000),
  paymentCurrency: eur,
  ...changes,
})

const booked = (changes: Partial<BookedTransaction> = {}): BookedTransaction => ({
  ...reported(),
  bookedFee: { amount: minorUnits(320), currency: eur },
  postedFee: minorUnits(320),
  ...changes,
})

const subject = (about: string) => `${about} of payment ${paymentId} of acme`
const texts = (differences: ReturnType<typeof compareTransactions>) =>
  differences.map((one) => differenceText(one, 'acme'))

describe('transactions', () => {
  const of = `${subject('charge')} (txn_1)`
  it.each<[string, readonly ReportedTransaction[], readonly BookedTransaction[], string[]]>([
    ['that agree', [reported()], [booked()], []],
    ['of none', [], [], []],
    ['that are missing here', [reported()], [], [`${of}: missing here: €100.00 at Stripe`]],
    ['that are missing there', [], [booked()], [`${of}: missing at Stripe: €100.00 here`]],
    [
      'of another amount',
      [reported({ amount: minorUnits(9_000) })],
      [booked()],
      [`${of}: the amount differs: €100.00 here, €90.00 at Stripe`],
    ],
    [
      'of another fee',
      [reported({ fee: minorUnits(400) })],
      [booked()],
      [`${of}: the fee differs: €3.20 here, €4.00 at Stripe`],
    ],
    [
      'of another amount and fee',
      [reported({ amount: minorUnits(9_000), fee: minorUnits(400) })],
      [booked()],
      [
        `${of}: the amount differs: €100.00 here, €90.00 at Stripe`,
        `${of}: the fee differs: €3.20 here, €4.00 at Stripe`,
      ],
    ],
    [
      'of another currency, where amounts can’t be compared',
      [reported({ currency: usd, fee: minorUnits(400) })],
      [booked()],
      [`${of}: the currency differs: €100.00 here, $100.00 at Stripe`],
    ],
    [
      'whose fee was stored and not posted',
      [reported()],
      [booked({ postedFee: minorUnits(0) })],
      [`${of}: the fee differs: €0.00 here, €3.20 at Stripe`],
    ],
  ])('%s', (_, there, here, expected) => {
    expect(texts(compareTransactions(there, here))).toEqual(expected)
  })
})

describe('the sums of a payment', () => {
  const sums = (charge: number, refund = 0, dispute = 0, of = eur): PaymentSums => ({
    currency: charge === 0 && refund === 0 && dispute === 0 ? null : of,
    charge: minorUnits(charge),
    refund: negate(minorUnits(refund)),
    dispute: negate(minorUnits(dispute)),
  })

  it.each<[string, PaymentSums, PaymentSums, string[]]>([
    ['that agree', sums(100, 20, 80), sums(100, 20, 80), []],
    ['of nothing', sums(0), sums(0), []],
    ['of money that came too late and went back', sums(0), sums(100, 100), []],
    [
      'of money that came too late and stayed',
      sums(0),
      sums(100),
      [`${subject('charge')}: missing here: €1.00 at Stripe`],
    ],
    [
      'without a charge there',
      sums(100),
      sums(0),
      [`${subject('charge')}: missing at Stripe: €1.00 here`],
    ],
    [
      'of another charge',
      sums(100),
      sums(90),
      [`${subject('charge')}: the amount differs: €1.00 here, €0.90 at Stripe`],
    ],
    [
      'with a refund that isn’t known here',
      sums(100),
      sums(100, 40),
      [`${subject('refund')}: missing here: -€0.40 at Stripe`],
    ],
    [
      'with a refund and a dispute that aren’t known there',
      sums(100, 40, 60),
      sums(100),
      [
        `${subject('refund')}: missing at Stripe: -€0.40 here`,
        `${subject('dispute')}: missing at Stripe: -€0.60 here`,
      ],
    ],
    [
      'of another currency',
      sums(100, 40),
      sums(100, 0, 0, usd),
      [`${subject('charge')}: the currency differs: €1.00 here, $1.00 at Stripe`],
    ],
  ])('%s', (_, here, there, expected) => {
    expect(texts(comparePayment({ organizationId, paymentId, here, there }))).toEqual(expected)
  })
})
