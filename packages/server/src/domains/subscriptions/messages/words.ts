import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { moneyText } from '../../../kernel/money-text.ts'
import { footer, type MailBlock } from '../../../platform/mail/blocks.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

/** Of whom every mail about a subscription tells. */
export interface Whom {
  readonly site: string
  readonly seller: string
  /** Where customers look after what they have. */
  readonly portalUrl: string
}

export interface PlanWords {
  readonly product: string
  /** `$29.00 per month`. */
  readonly price: string
}

export interface ChargeWords {
  readonly items: readonly { readonly label: string; readonly amount: string }[]
  /** Null where there is none of it. */
  readonly discount: string | null
  readonly tax: string | null
  readonly total: string
}

interface Plan {
  readonly product: string
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly interval: 'month' | 'year'
}

interface Charge {
  readonly items: readonly { readonly label: string; readonly amount: MinorUnits }[]
  readonly discountAmount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly totalAmount: MinorUnits
}

export const planWords = ({ product, amount, currency, interval }: Plan): PlanWords => ({
  product,
  price: amount === 0 ? 'Free' : `${moneyText({ amount, currency })} per ${interval}`,
})

export function chargeWords(charge: Charge, currency: Currency): ChargeWords {
  const words = (amount: MinorUnits) => moneyText({ amount, currency })
  return {
    items: charge.items.map(({ label, amount }) => ({ label, amount: words(amount) })),
    discount: charge.discountAmount === 0 ? null : `−${words(charge.discountAmount)}`,
    tax: charge.taxAmount === 0 ? null : words(charge.taxAmount),
    total: words(charge.totalAmount),
  }
}

/** The names are the seller’s, so they stand in quotes among the facts and nowhere else. */
export const planFacts = ({ seller }: Whom, { product, price }: PlanWords) => ({
  'Sold by': quoted(seller),
  Plan: quoted(product),
  Price: price,
})

/** Two items may be called the same. */
export function chargeFacts({ items, discount, tax, total }: ChargeWords): Record<string, string> {
  const named = new Map<string, string>()
  for (const { label, amount } of items) {
    const name = quoted(label)
    named.set(named.has(name) ? `${name} (${named.size + 1})` : name, amount)
  }
  return {
    ...Object.fromEntries(named),
    ...(discount !== null && { Discount: discount }),
    ...(tax !== null && { Tax: tax }),
    Total: total,
  }
}

export const whyThisMail = ({ site }: Whom): MailBlock =>
  footer(`You get this mail because you have a subscription at ${site}.`)
