import type { Id } from '@guildhall/contract/primitives'
import {
  sessionCredentials,
  setCredentials,
} from '../../identity/actions/sessions/session-cookies.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import type { OrganizationDeps } from '../actions/deps.ts'

export interface SessionCall {
  readonly caller: SignedIn
  addCookie(line: string): void
  setHeader(name: string, value: string): void
}

/**
 * Sends the session's credentials again, because the session cookie caches the active organization.
 */
export function sendActiveOrganization(
  deps: OrganizationDeps,
  call: SessionCall,
  activeOrganizationId: Id<'organization'> | null,
): void {
  const session = { ...call.caller.session, activeOrganizationId, activeTeamId: null }
  const signedIn = { ...call.caller, session }
  setCredentials(call, sessionCredentials(deps, signedIn, deps.clock.now()))
}
