import { checkedAddresses, type Lookup, lookUpWithoutThreads } from './checked-addresses.ts'
import { type Guard, refusedTarget } from './guard.ts'

/** Why a URL is not allowed at this moment. */
export interface TargetFault {
  readonly fault: 'not_allowed' | 'unknown_host' | 'not_public'
  readonly host: string
  readonly reason: string
}

/**
 * Checks a URL before it is stored, without sending a request. Its host may resolve differently
 * later, so the check is repeated at every request.
 */
export async function checkTarget(
  url: string,
  guard: Guard,
  lookup: Lookup = lookUpWithoutThreads,
): Promise<TargetFault | null> {
  const target = new URL(url)
  const { host } = target
  const reason = refusedTarget(target, guard)
  if (reason !== null) return { fault: 'not_allowed', host, reason }
  const found = await checkedAddresses(target, guard, lookup)
  if (!('failed' in found)) return null
  const fault = found.failed === 'unresolved' ? 'unknown_host' : 'not_public'
  return { fault, host, reason: found.reason }
}
