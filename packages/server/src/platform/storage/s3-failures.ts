import { Problem } from '../../kernel/refusal.ts'

const retryAfterSeconds = 5

export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** An unreachable storage may recover soon; a refusal by it is a bug, and is rethrown. */
export function throwAsUnavailable(error: unknown): never {
  if (isUnavailable(error)) throw new Problem('unavailable', { retryAfterSeconds })
  throw error
}

/** No response at all, or one that blames the server. */
function isUnavailable(error: unknown): boolean {
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
