import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import {
  type Amounts,
  type Line,
  type Lines,
  planDispute,
  planDisputeEnd,
  planFee,
  planRefund,
  planRefundReversal,
  planSale,
} from './postings.ts'

const amount = fc.nat({ max: 100_000_000_000_000 }).map(minorUnits)
const amounts: fc.Arbitrary<Amounts> = fc.record({
  netAmount: amount,
  taxAmount: amount,
  taxPlace: fc.constantFrom('DE', 'US-CA', null),
})

/** The lines of an order that was charged whole. */
const charged = ({ taxAmount, taxPlace, ...sale }: Amounts): Lines =>
  planSale({
    ...sale,
    taxes: [{ place: taxPlace, amount: taxAmount }],
    appliedAmount: minorUnits(0),
  })

const sale = { netAmount: minorUnits(10_000), taxAmount: minorUnits(1_900), taxPlace: 'DE' }

/** In the notation of bookkeepers: `to` marks a credit. */
const notation = (plan: Lines): string[] =>
  plan.map(({ account, place, debit, credit }) =>
    [debit > 0 ? '' : 'to ', account, place === null ? '' : ` ${place}`, ` ${debit + credit}`].join(
      '',
    ),
  )

const sums = (plan: Lines): Record<'debit' | 'credit', number> =>
  plan.reduce(
    (all, line) => ({ debit: all.debit + line.debit, credit: all.credit + line.credit }),
    { debit: 0, credit: 0 },
  )

/** The balance of each account after all of these. */
function left(...plans: readonly Lines[]): Record<string, number> {
  const balances: Record<string, number> = {}
  for (const { account, place, debit, credit } of plans.flat()) {
    const name = place === null ? account : `${account} ${place}`
    balances[name] = (balances[name] ?? 0) + credit - debit
  }
  return Object.fromEntries(Object.entries(balances).filter(([, rest]) => rest !== 0))
}

describe('the lines', () => {
  const opening = planDispute(sale)
  it.each<[string, Lines, string[]]>([
    [
      'of a payment',
      charged(sale),
      ['to seller_payable 10000', 'to tax_payable DE 1900', 'cash_at_processor 11900'],
    ],
    ['of a fee', planFee(minorUnits(325)), ['processor_fees 325', 'to cash_at_processor 325']],
    [
      'of a fee that was returned',
      planFee(minorUnits(-325)),
      ['to processor_fees 325', 'cash_at_processor 325'],
    ],
    ['of no fee', planFee(minorUnits(0)), []],
    [
      'of a payment without tax',
      charged({ ...sale, taxAmount: minorUnits(0) }),
      ['to seller_payable 10000', 'cash_at_processor 10000'],
    ],
    ['of a free order', charged({ ...sale, ...nothing() }), []],
    [
      'of a refund',
      planRefund(sale),
      ['seller_payable 10000', 'tax_payable DE 1900', 'to cash_at_processor 11900'],
    ],
    [
      'of a refund that failed after it succeeded',
      planRefundReversal(sale),
      ['to seller_payable 10000', 'to tax_payable DE 1900', 'cash_at_processor 11900'],
    ],
    [
      'of a dispute',
      opening,
      ['seller_payable 10000', 'tax_payable DE 1900', 'to dispute_clearing 11900'],
    ],
    [
      'of a dispute that was won',
      planDisputeEnd(opening, 'won'),
      ['to seller_payable 10000', 'to tax_payable DE 1900', 'dispute_clearing 11900'],
    ],
    [
      'of a dispute that was lost',
      planDisputeEnd(opening, 'lost'),
      ['dispute_clearing 11900', 'to cash_at_processor 11900'],
    ],
  ])('%s', (_, plan, expected) => {
    expect(notation(plan)).toEqual(expected)
  })

  function nothing() {
    return { netAmount: minorUnits(0), taxAmount: minorUnits(0) }
  }
})

describe('for any amounts', () => {
  const plans = fc.tuple(amounts, amount).map(([of, fee]) => ({
    payment: charged(of),
    fee: planFee(fee),
    refund: planRefund(of),
    reversal: planRefundReversal(of),
    dispute: planDispute(of),
    won: planDisputeEnd(planDispute(of), 'won'),
    lost: planDisputeEnd(planDispute(of), 'lost'),
  }))

  it('all lines balance, and each has one side', () => {
    fc.assert(
      fc.property(plans, (all) => {
        for (const plan of Object.values(all)) {
          const { debit, credit } = sums(plan)
          expect(debit).toBe(credit)
          expect(plan.every(hasOneSide)).toBe(true)
        }
      }),
    )
  })

  it('a payment and its refund cancel out, so do a refund and its reversal, and a won dispute', () => {
    fc.assert(
      fc.property(amounts, (of) => {
        expect(left(charged(of), planRefund(of))).toEqual({})
        expect(left(planRefund(of), planRefundReversal(of))).toEqual({})
        expect(left(planDispute(of), planDisputeEnd(planDispute(of), 'won'))).toEqual({})
      }),
    )
  })

  it('a lost dispute ends like a refund', () => {
    fc.assert(
      fc.property(amounts, (of) => {
        const dispute = planDispute(of)
        expect(left(dispute, planDisputeEnd(dispute, 'lost'))).toEqual(left(planRefund(of)))
      }),
    )
  })

  it('the buyer pays what the seller and the tax office get', () => {
    fc.assert(
      fc.property(amounts, (of) => {
        const { debit } = sums(charged(of))
        expect(debit).toBe(of.netAmount + of.taxAmount)
      }),
    )
  })
})

const hasOneSide = ({ debit, credit }: Line): boolean =>
  debit >= 0 && credit >= 0 && (debit === 0) !== (credit === 0)

const saleOf = (net: number, tax: number, applied: number) =>
  planSale({
    netAmount: minorUnits(net),
    taxes: [{ place: 'DE', amount: minorUnits(tax) }],
    appliedAmount: minorUnits(applied),
  })

const lines = (...of: Parameters<typeof saleOf>) =>
  saleOf(...of).map(({ account, debit, credit }) => `${account} ${credit - debit}`)

describe('an order', () => {
  it.each([
    [
      'charged in full',
      [1000, 190, 0],
      ['seller_payable 1000', 'tax_payable 190', 'cash_at_processor -1190'],
    ],
    [
      'charged in part',
      [1000, 190, 400],
      ['seller_payable 1000', 'tax_payable 190', 'customer_balance -400', 'cash_at_processor -790'],
    ],
    ['paid by the balance', [1000, 0, 1000], ['seller_payable 1000', 'customer_balance -1000']],
    [
      'below zero credits the balance',
      [-1000, -190, -1190],
      ['seller_payable -1000', 'tax_payable -190', 'customer_balance 1190'],
    ],
    [
      'charged with a debt',
      [1000, 0, -49],
      ['seller_payable 1000', 'customer_balance 49', 'cash_at_processor -1049'],
    ],
    ['free', [0, 0, 0], []],
  ] as const)('%s', (_what, [net, tax, applied], expected) => {
    expect(lines(net, tax, applied)).toEqual(expected)
  })

  it('balances for any amounts, and each line has one side', () => {
    const amount = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(amount, amount, amount, (net, tax, applied) => {
        const plan = saleOf(net, tax, applied)
        expect(plan.reduce((all, { debit, credit }) => all + debit - credit, 0)).toBe(0)
        expect(plan.every(({ debit, credit }) => (debit === 0) !== (credit === 0))).toBe(true)
        expect(plan.every(({ debit, credit }) => debit >= 0 && credit >= 0)).toBe(true)
      }),
    )
  })
})
