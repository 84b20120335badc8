import * as z from 'zod/mini'

/** The products of a checkout, and the access token of their seller. */
export interface Offer {
  readonly token: string
  readonly productIds: readonly string[]
}

export interface PurchaseJob {
  readonly port: number
  readonly seconds: number
  readonly buyers: number
  readonly offers: readonly Offer[]
  /** The interval between purchases of a buyer; without it, they follow without a pause. */
  readonly everyMilliseconds?: number
}

export const PurchaseReport = z.object({
  /** The number of confirmed checkouts. */
  confirmed: z.number(),
  updateP50Milliseconds: z.number(),
  updateP99Milliseconds: z.number(),
})

export type PurchaseReport = z.output<typeof PurchaseReport>
