import type { Id } from '@guildhall/contract/primitives'
import { giveCredentials, type SignedIn, sessionCredentials } from '../../identity/index.ts'
import type { OrganizationParts } from '../actions/parts.ts'

export interface SessionCall {
  readonly caller: SignedIn
  addCookie(line: string): void
  setHeader(name: string, value: string): void
}

/**
 * Gives the caller the session anew, with what is active in it now: a cookie that caches the
 * session would go on telling of another organization.
 */
export function giveActive(
  parts: OrganizationParts,
  call: SessionCall,
  activeOrganizationId: Id<'organization'> | null,
): void {
  const session = { ...call.caller.session, activeOrganizationId, activeTeamId: null }
  const signedIn = { ...call.caller, session }
  giveCredentials(call, sessionCredentials(parts, signedIn, parts.clock.now()))
}
