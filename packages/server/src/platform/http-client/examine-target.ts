import { checkedAddresses, type Lookup, lookUpUnhurt } from './checked-addresses.ts'
import { type Guard, refusedTarget } from './guard.ts'

/** Why a URL is no target as things stand. */
export interface TargetFault {
  readonly fault: 'not_allowed' | 'unknown_host' | 'not_public'
  readonly host: string
  readonly reason: string
}

/**
 * Looks at a URL before it is stored, as far as can be told without asking it. Where its host
 * leads may change, so this is looked at again whenever it is asked.
 */
export async function examineTarget(
  url: string,
  guard: Guard,
  lookup: Lookup = lookUpUnhurt,
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
