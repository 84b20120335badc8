import { facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

/** What was bought, and its amount in words. */
interface ItemTold {
  readonly label: string
  readonly amount: string
}

interface OrderTold {
  readonly site: string
  readonly seller: string
  readonly items: readonly ItemTold[]
  /** Null where there is none of it. */
  readonly discount: string | null
  readonly tax: { readonly name: string; readonly amount: string } | null
  readonly total: string
}

/**
 * To an address that whoever bought has typed, with names that a seller may have chosen for this
 * very mail: they stand in quotes among the facts and nowhere else.
 */
export const orderPaidMessage = (told: OrderTold): Omit<NewMail, 'to'> => ({
  subject: `Your order at ${told.site}`,
  blocks: [
    heading('Thank you for your order'),
    text('It is paid. This is what you bought:'),
    facts({
      'Sold by': quoted(told.seller),
      ...itemsOf(told),
      ...(told.discount !== null && { Discount: told.discount }),
      ...(told.tax !== null && { [told.tax.name]: told.tax.amount }),
      Total: told.total,
    }),
    footer(
      `You get this mail because somebody bought this at ${told.site} with your address. ` +
        'If that wasn’t you, ignore it.',
    ),
  ],
})

/** Two items may be called the same. */
function itemsOf({ items }: OrderTold): Record<string, string> {
  const named = new Map<string, string>()
  for (const { label, amount } of items) {
    const name = quoted(label)
    const isTaken = named.has(name)
    named.set(isTaken ? `${name} (${named.size + 1})` : name, amount)
  }
  return Object.fromEntries(named)
}
