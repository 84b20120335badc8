import { button, facts, footer, heading, text } from '../../../platform/mail/blocks.ts'
import type { NewMail } from '../../../platform/mail/queue-mail.ts'
import { quoted } from '../../../platform/mail/quoted.ts'

export interface TopUpMail {
  /** The seller, or this server where the seller’s name isn’t plain. */
  readonly sender: string
  readonly seller: string
  readonly portalUrl: string
  readonly meter: string
  readonly product: string
  /** Of a purchase, tax included. */
  readonly price: string
  /** In units. */
  readonly threshold: string
  /** In a calendar month. */
  readonly purchasesMax: number
}

export const topUpTurnedOnMessage = (mail: TopUpMail): Omit<NewMail, 'to'> => ({
  subject: `You turned on automatic top-up at ${mail.sender}`,
  blocks: [
    heading('Automatic top-up is on'),
    text(
      `When your balance falls below the limit that you set, your default card is charged without asking you again. If it wasn’t you, turn it off and tell ${quoted(mail.seller)}.`,
    ),
    facts(termsOf(mail)),
    button('See or turn off', mail.portalUrl),
    footer(`You get this email because you are a customer of ${quoted(mail.seller)}.`),
  ],
})

export const termsOf = (mail: TopUpMail): Readonly<Record<string, string>> => ({
  'Balance of': quoted(mail.meter),
  'Falls below': `${mail.threshold} units`,
  Buys: quoted(mail.product),
  'For at most': `${mail.price}, tax included`,
  'In a month': mail.purchasesMax === 1 ? 'once' : `at most ${mail.purchasesMax} times`,
})
