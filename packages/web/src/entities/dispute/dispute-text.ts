import { formatDay } from '#/lib/format.ts'
import type { OrderDispute } from './order-disputes.ts'

/** Processors write `product_not_received`. */
export function disputeReason(reason: string | null): string {
  const words = reason?.replaceAll('_', ' ') ?? 'no reason given'
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface Explanation {
  tone: 'info' | 'warn' | 'bad' | 'good'
  title: string
  text: string
}

/** What a dispute means for the seller now. */
export function disputeExplanation(dispute: OrderDispute): Explanation {
  const { status, evidenceDueBy, pastDue } = dispute
  switch (status) {
    case 'early_warning':
      return {
        tone: 'warn',
        title: 'The bank expects a dispute.',
        text: 'No money has moved. A refund in full usually prevents the dispute.',
      }
    case 'prevented':
      return { tone: 'info', title: 'No dispute followed.', text: 'The warning is over.' }
    case 'needs_response':
      return {
        tone: 'bad',
        title:
          evidenceDueBy === null || pastDue
            ? 'The customer disputes this payment.'
            : `Answer before ${formatDay(evidenceDueBy)}.`,
        text: pastDue
          ? 'The time to answer is over. The bank decides next.'
          : 'The bank has taken the money back. Without an answer the dispute is lost.',
      }
    case 'under_review':
      return {
        tone: 'info',
        title: 'The bank is deciding.',
        text: 'Your answer was sent. The money stays with the bank until then.',
      }
    case 'won':
      return { tone: 'good', title: 'You won.', text: 'The money is yours again.' }
    case 'lost':
      return { tone: 'bad', title: 'You lost.', text: 'The customer keeps the money.' }
  }
}
