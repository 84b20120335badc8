import * as z from 'zod/mini'
import type { TimelineTypes } from '../../customers/index.ts'

const toldPayment = z.object({ decline_reason: z.nullable(z.string()) })
const toldDispute = z.object({ status: z.string() })

/** How payments read in the timeline of a customer, apart from what their orders tell. */
export const paymentTimeline: TimelineTypes = {
  'payment.failed': {
    title: (told) => `Payment failed: ${inWords(z.parse(toldPayment, told).decline_reason ?? '')}`,
  },
  'dispute.reported': {
    title: (told) => `Payment disputed: ${inWords(z.parse(toldDispute, told).status)}`,
  },
}

/** Processors write `insufficient_funds`. */
const inWords = (code: string): string => code.replaceAll('_', ' ')
