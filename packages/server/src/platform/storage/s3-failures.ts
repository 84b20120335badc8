import { Problem } from '../../kernel/refusal.ts'

const awaySeconds = 5

export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** A storage that can't be reached may be there again in a moment; what it refuses is a bug. */
export function unlessAway(error: unknown): never {
  if (isAway(error)) throw new Problem('unavailable', { retryAfterSeconds: awaySeconds })
  throw error
}

/** No answer at all, or one that says that the fault is not ours. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const status = statusOf(error)
  return status === null ? 'code' in error || error.name === 'TimeoutError' : status >= 500
}

function statusOf(error: Error): number | null {
  const metadata: unknown = '$metadata' in error ? error.$metadata : null
  if (typeof metadata !== 'object' || metadata === null) return null
  const status: unknown = 'httpStatusCode' in metadata ? metadata.httpStatusCode : null
  return typeof status === 'number' ? status : null
}
