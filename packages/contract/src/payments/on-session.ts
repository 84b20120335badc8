import * as z from 'zod/mini'
import { minorUnits } from '../primitives.ts'

/** A payment whose payer is present, so that their bank can ask them to confirm it. */
export const onSessionStatuses = ['pending', 'requires_action', 'succeeded', 'failed'] as const

/** How far such a payment is, for the payer’s page. */
export const onSessionState = {
  status: z.enum(onSessionStatuses),
  amount: minorUnits,
  currency: z.string(),
  /** With it the payer’s browser authenticates at the bank; set while that is required. */
  clientSecret: z.nullable(z.string()),
  /** Why it failed, as shown to the payer. */
  declineMessage: z.nullable(z.string()),
}
