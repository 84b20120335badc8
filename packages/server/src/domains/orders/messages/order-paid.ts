import type { GrantText } from '../../../platform/hooks.ts'
import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import { grantFacts } from '../../../platform/mail/grant-facts.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

interface PaidItem {
  readonly label: string
  /** Formatted, as all amounts here. */
  readonly amount: string
}

interface PaidOrder {
  /** The seller, or this server where the seller’s name isn’t plain. */
  readonly sender: string
  readonly seller: string
  /** Where customers see what they bought. */
  readonly portalUrl: string
  readonly items: readonly PaidItem[]
  /** Null where there is none. */
  readonly discount: string | null
  readonly tax: { readonly name: string; readonly amount: string } | null
  readonly total: string
  /** The part of the total that the buyer’s credit has paid; null where it paid nothing. */
  readonly credit: string | null
  /** What the buyer has got. */
  readonly granted: readonly GrantText[]
}

/**
 * The buyer typed the address, and a malicious seller could choose names to send a message to it.
 * So names appear only among the facts, in quotes.
 */
export const orderPaidMessage = (order: PaidOrder): Omit<NewMail, 'to'> => ({
  subject: `Your order at ${order.sender}`,
  blocks: [
    heading('Thank you for your order'),
    text('Your payment has been received. You bought:'),
    facts({
      'Sold by': quoted(order.seller),
      ...itemFacts(order),
      ...(order.discount !== null && { Discount: order.discount }),
      ...(order.tax !== null && { [order.tax.name]: order.tax.amount }),
      Total: order.total,
      ...(order.credit !== null && { 'Paid with your credit': order.credit }),
      ...grantFacts(order.granted),
    }),
    button('Open your purchases', order.portalUrl),
    footer(
      `You received this email because this was bought at ${order.sender} with your address. ` +
        'If that wasn’t you, ignore it.',
    ),
  ],
})

/** Items may have the same name. */
function itemFacts({ items }: PaidOrder): Record<string, string> {
  const named = new Map<string, string>()
  for (const { label, amount } of items) {
    const name = quoted(label)
    const isTaken = named.has(name)
    named.set(isTaken ? `${name} (${named.size + 1})` : name, amount)
  }
  return Object.fromEntries(named)
}
