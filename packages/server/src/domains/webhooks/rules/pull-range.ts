/** A call for rare event types scans no more of the log than this. */
const scannedMax = 5_000

interface LoggedRange {
  /** The last sequence that was deleted, or never existed. */
  readonly before: number
  readonly last: number
}

interface PullRange {
  readonly after: number
  /** Inclusive. */
  readonly through: number
}

/** Which sequences one call scans; null starts with the oldest event that is kept. */
export function pullRange(
  { before, last }: LoggedRange,
  after: number | 'latest' | null,
): PullRange {
  if (after === 'latest') return { after: last, through: last }
  const from = Math.max(after ?? before, before)
  return { after: from, through: Math.max(from, Math.min(from + scannedMax, last)) }
}
