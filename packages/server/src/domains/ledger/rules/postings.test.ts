import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import {
  type Amounts,
  type Line,
  type Plan,
  planDispute,
  planDisputeEnd,
  planPayment,
  planRefund,
  planRefundReversal,
} from './postings.ts'

const amount = fc.nat({ max: 100_000_000_000_000 }).map(minorUnits)
const amounts: fc.Arbitrary<Amounts> = fc.record({
  netAmount: amount,
  taxAmount: amount,
  taxPlace: fc.constantFrom('DE', 'US-CA', null),
})
const fees = amount.map((processorFee) => ({ processorFee }))

const sale = { netAmount: minorUnits(10_000), taxAmount: minorUnits(1_900), taxPlace: 'DE' }

/** As a bookkeeper writes it: the debits first, then “to” the credits. */
const written = (plan: Plan): string[] =>
  plan.map(({ account, place, debit, credit }) =>
    [debit > 0 ? '' : 'to ', account, place === null ? '' : ` ${place}`, ` ${debit + credit}`].join(
      '',
    ),
  )

const sums = (plan: Plan): Record<'debit' | 'credit', number> =>
  plan.reduce(
    (all, line) => ({ debit: all.debit + line.debit, credit: all.credit + line.credit }),
    { debit: 0, credit: 0 },
  )

/** What is left on each account after all of these. */
function left(...plans: readonly Plan[]): Record<string, number> {
  const standing: Record<string, number> = {}
  for (const { account, place, debit, credit } of plans.flat()) {
    const name = place === null ? account : `${account} ${place}`
    standing[name] = (standing[name] ?? 0) + credit - debit
  }
  return Object.fromEntries(Object.entries(standing).filter(([, rest]) => rest !== 0))
}

describe('what is booked', () => {
  const opening = planDispute(sale)
  it.each<[string, Plan, string[]]>([
    [
      'of a payment',
      planPayment(sale),
      ['to seller_payable 10000', 'to tax_payable DE 1900', 'cash_at_processor 11900'],
    ],
    [
      'of a payment whose processor tells its fee',
      planPayment({ ...sale, processorFee: minorUnits(325) }),
      [
        'to seller_payable 10000',
        'to tax_payable DE 1900',
        'cash_at_processor 11900',
        'processor_fees 325',
        'to cash_at_processor 325',
      ],
    ],
    [
      'of a payment without tax',
      planPayment({ ...sale, taxAmount: minorUnits(0) }),
      ['to seller_payable 10000', 'cash_at_processor 10000'],
    ],
    ['of what costs nothing', planPayment({ ...sale, ...nothing() }), []],
    [
      'of a refund',
      planRefund(sale),
      ['seller_payable 10000', 'tax_payable DE 1900', 'to cash_at_processor 11900'],
    ],
    [
      'of a refund that failed after all',
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
    expect(written(plan)).toEqual(expected)
  })

  function nothing() {
    return { netAmount: minorUnits(0), taxAmount: minorUnits(0) }
  }
})

describe('of any amounts', () => {
  const plans = fc.tuple(amounts, fees).map(([of, fee]) => ({
    payment: planPayment({ ...of, ...fee }),
    refund: planRefund(of),
    reversal: planRefundReversal(of),
    dispute: planDispute(of),
    won: planDisputeEnd(planDispute(of), 'won'),
    lost: planDisputeEnd(planDispute(of), 'lost'),
  }))

  it('every plan balances, and every line has one side', () => {
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

  it('a payment and its refund cancel out, a refund and its reversal, and a dispute that is won', () => {
    fc.assert(
      fc.property(amounts, (of) => {
        expect(left(planPayment(of), planRefund(of))).toEqual({})
        expect(left(planRefund(of), planRefundReversal(of))).toEqual({})
        expect(left(planDispute(of), planDisputeEnd(planDispute(of), 'won'))).toEqual({})
      }),
    )
  })

  it('a dispute that is lost is as a refund in the end', () => {
    fc.assert(
      fc.property(amounts, (of) => {
        const dispute = planDispute(of)
        expect(left(dispute, planDisputeEnd(dispute, 'lost'))).toEqual(left(planRefund(of)))
      }),
    )
  })

  it('the buyer’s money is what the seller and the tax office get', () => {
    fc.assert(
      fc.property(amounts, (of) => {
        const { debit } = sums(planPayment(of))
        expect(debit).toBe(of.netAmount + of.taxAmount)
      }),
    )
  })
})

const hasOneSide = ({ debit, credit }: Line): boolean =>
  debit >= 0 && credit >= 0 && (debit === 0) !== (credit === 0)
