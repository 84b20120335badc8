import * as z from 'zod/mini'
import type { TimelineTypes } from '../../../kernel/timeline.ts'

const paymentPayload = z.object({ decline_reason: z.nullable(z.string()) })

/** The titles of payments in the timeline of a customer. Orders show successful payments. */
export const paymentTimeline: TimelineTypes = {
  'payment.failed': {
    title: (payload) =>
      `Payment failed: ${readable(z.parse(paymentPayload, payload).decline_reason ?? '')}`,
  },
}

/** Processors write `insufficient_funds`. */
const readable = (code: string): string => code.replaceAll('_', ' ')
