import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { moneyText } from '../../../kernel/money-text.ts'
import { footer, type MailBlock } from '../../../platform/mail/blocks.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

/** What every mail about a subscription names. */
export interface SubscriptionMail {
  /** The seller, or this server where the seller’s name isn’t plain. */
  readonly sender: string
  readonly seller: string
  /** Where customers manage their subscriptions. */
  readonly portalUrl: string
  readonly product: ProductText
}

export interface ProductText {
  readonly name: string
  /** `$29.00 per month`. */
  readonly price: string
}

export interface ChargeText {
  readonly items: readonly { readonly label: string; readonly amount: string }[]
  /** Null for none. */
  readonly discount: string | null
  readonly tax: string | null
  readonly total: string
}

/** An order that the customer can pay on a page of its own. */
export interface OwedText {
  /** `$29.00`. */
  readonly amount: string
  /** Opens this order alone. */
  readonly payUrl: string
  /** Whether the card failed only because the bank asks the customer. */
  readonly asksToConfirm: boolean
}

interface PricedProduct {
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

export const productText = ({
  product,
  amount,
  currency,
  interval,
}: PricedProduct): ProductText => ({
  name: product,
  price: amount === 0 ? 'Free' : `${moneyText({ amount, currency })} per ${interval}`,
})

export function chargeText(charge: Charge, currency: Currency): ChargeText {
  const inCurrency = (amount: MinorUnits) => moneyText({ amount, currency })
  return {
    items: charge.items.map(({ label, amount }) => ({ label, amount: inCurrency(amount) })),
    discount: charge.discountAmount === 0 ? null : `−${inCurrency(charge.discountAmount)}`,
    tax: charge.taxAmount === 0 ? null : inCurrency(charge.taxAmount),
    total: inCurrency(charge.totalAmount),
  }
}

/** Sellers choose these names, so they are quoted and appear nowhere else in the mail. */
export const productFacts = ({ seller, product }: SubscriptionMail) => ({
  'Sold by': quoted(seller),
  Plan: quoted(product.name),
  Price: product.price,
})

/** Items may have the same label, so later ones are numbered. */
export function chargeFacts({ items, discount, tax, total }: ChargeText): Record<string, string> {
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

export const whyThisMail = ({ sender }: SubscriptionMail): MailBlock =>
  footer(`You received this email because of your subscription at ${sender}.`)
