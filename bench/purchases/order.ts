import * as z from 'zod/mini'

/** Something that can be bought, and the token of its seller. */
export interface Offer {
  readonly token: string
  readonly productIds: readonly string[]
}

export interface PurchaseOrder {
  readonly port: number
  readonly seconds: number
  readonly buyers: number
  readonly offers: readonly Offer[]
  /** How long a buyer waits between two purchases; without it, not at all. */
  readonly everyMilliseconds?: number
}

export const PurchaseReport = z.object({
  /** How many were confirmed. */
  confirmed: z.number(),
  updateP50Milliseconds: z.number(),
  updateP99Milliseconds: z.number(),
})

export type PurchaseReport = z.output<typeof PurchaseReport>
