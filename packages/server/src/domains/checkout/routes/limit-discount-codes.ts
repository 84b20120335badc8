import type { Id } from '@guildhall/contract/primitives'
import { networksOf } from '../../../platform/http/networks.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'

export type LimitDeps = Pick<OrganizationDeps, 'limit'>

/** Many buyers may share a network; a guesser needs thousands. */
const codesMax = 60
const windowSeconds = 600

interface EnteredCode {
  readonly organizationId: Id<'organization'>
  /** Null and undefined for none. */
  readonly code: string | null | undefined
  /** The client's network address. */
  readonly address: string
}

/** Counts right codes as well, or the answer to one would tell it however many were tried. */
export async function limitDiscountCodes(
  { limit }: LimitDeps,
  { organizationId, code, address }: EnteredCode,
): Promise<void> {
  if (code == null) return
  for (const { name, times } of networksOf(address)) {
    const subject = ['organization', organizationId, 'network', name]
    await limit('discount codes', codesMax * times, windowSeconds, subject)
  }
}
