/**
 * How a dispute stands in the books, by the processor’s word for it. A mere inquiry and a dispute
 * that was prevented move no money.
 */
export function standingOf(status: string): 'open' | 'won' | 'lost' | null {
  if (status === 'won' || status === 'lost') return status
  return status === 'prevented' || status.startsWith('warning_') ? null : 'open'
}
