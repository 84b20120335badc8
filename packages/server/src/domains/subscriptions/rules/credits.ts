import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { minorUnits, negate, subtract, sum, times } from '../../../kernel/money.ts'
import type { Period } from '../../../kernel/period.ts'
import { ratio } from '../../../kernel/ratio.ts'
import type { BillingEntry, Reversal, Settlement, SubscriptionFacts, TaxedAmount } from './facts.ts'

/** What a change would give back for the rest of a period, by the prices in force. */
export interface CreditClaim {
  readonly productPriceId: Id<'productPrice'>
  /** Above zero. */
  readonly amount: MinorUnits
  readonly label: string
  readonly rest: Period
}

type Charged = Pick<SubscriptionFacts, 'waiting' | 'settlements'>

/**
 * Credits only what was charged for the price and has not come back in another way. Charges that
 * wait for the next order come first, because they are the latest and aren’t taxed yet; then paid
 * items from the latest, each with its share of the tax that was paid.
 */
export function creditsFor(charged: Charged, claims: readonly CreditClaim[]): BillingEntry[] {
  let { settlements } = charged
  return claims.flatMap((claim) => {
    const waived = lesser(claim.amount, waitingAmount(charged.waiting, claim))
    const entries = waived === 0 ? [] : [creditEntry(claim, { amount: waived, reverses: null })]
    let open = subtract(claim.amount, waived)
    for (const at of settlements.keys()) {
      const settlement = settlements[at]
      if (settlement?.productPriceId !== claim.productPriceId || open === 0) continue
      const credit = creditOf(settlement, open)
      if (credit.amount === 0) continue
      entries.push(creditEntry(claim, { amount: credit.amount, reverses: reversalOf(credit) }))
      settlements = settlements.map((one) => afterCredit(one, credit))
      open = subtract(open, credit.amount)
    }
    return entries
  })
}

/** What waits to be charged for a price in the same period, less what was waived of it. */
const waitingAmount = (waiting: Charged['waiting'], { productPriceId, rest }: CreditClaim) =>
  sum(
    waiting
      .filter((entry) => entry.kind === 'proration' && entry.reverses === null)
      .filter((entry) => entry.productPriceId === productPriceId)
      .filter(({ period }) => period.end.getTime() === rest.end.getTime())
      .map(({ amount }) => amount),
  )

interface Credit {
  readonly settlement: Settlement
  readonly amount: MinorUnits
  readonly taxAmount: MinorUnits
}

/**
 * All credits of an item together have the same proportion of tax as the item, so that the last one
 * gives back the rest of it.
 */
function creditOf(settlement: Settlement, wanted: MinorUnits): Credit {
  const { netAmount, taxAmount, creditedAmount, creditedTaxAmount, orderLeft } = settlement
  const amount = lesser(wanted, subtract(netAmount, creditedAmount), orderLeft.amount)
  const together = times(taxAmount, ratio(creditedAmount + amount, netAmount))
  const share = subtract(together, creditedTaxAmount)
  return { settlement, amount, taxAmount: atLeastZero(lesser(share, orderLeft.taxAmount)) }
}

const reversalOf = ({ settlement, taxAmount }: Credit): Reversal => ({
  orderItemId: settlement.orderItemId,
  taxAmount: negate(taxAmount),
})

/** Items of one order share what is left of it. */
function afterCredit(one: Settlement, { settlement, amount, taxAmount }: Credit): Settlement {
  if (one.orderId !== settlement.orderId) return one
  const isCredited = one.orderItemId === settlement.orderItemId
  return {
    ...one,
    creditedAmount: isCredited ? minorUnits(one.creditedAmount + amount) : one.creditedAmount,
    creditedTaxAmount: isCredited
      ? minorUnits(one.creditedTaxAmount + taxAmount)
      : one.creditedTaxAmount,
    orderLeft: {
      amount: subtract(one.orderLeft.amount, amount),
      taxAmount: subtract(one.orderLeft.taxAmount, taxAmount),
    },
  }
}

const creditEntry = (
  { productPriceId, label, rest }: CreditClaim,
  { amount, reverses }: { readonly amount: MinorUnits; readonly reverses: Reversal | null },
): BillingEntry => ({
  kind: 'proration',
  label,
  amount: negate(amount),
  discountAmount: minorUnits(0),
  isDiscounted: false,
  period: rest,
  productPriceId,
  reverses,
  usageSettlementId: null,
})

interface ItemCredit extends TaxedAmount {
  readonly orderItemId: Id<'orderItem'>
}

/** What entries give back of paid items, apart from those that waited already. */
export const creditsOf = (
  entries: readonly BillingEntry[],
  waiting: readonly BillingEntry[] = [],
): ItemCredit[] =>
  entries
    .filter((entry) => !waiting.includes(entry))
    .flatMap(({ amount, reverses }) =>
      reverses === null
        ? []
        : {
            orderItemId: reverses.orderItemId,
            amount: negate(amount),
            taxAmount: negate(reverses.taxAmount),
          },
    )

const lesser = (...amounts: readonly MinorUnits[]): MinorUnits =>
  atLeastZero(minorUnits(Math.min(...amounts)))

const atLeastZero = (amount: MinorUnits): MinorUnits => minorUnits(Math.max(0, amount))
