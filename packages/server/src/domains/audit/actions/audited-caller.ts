import type { AuditActorType } from '@guildhall/contract/audit/audit-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import type { SellerCaller, ShownToken } from '../../organizations/actions/seller.ts'

export interface AuditActor {
  readonly actorType: AuditActorType
  readonly actorId: string | null
  readonly tokenName: string | null
  readonly tokenEnding: string | null
  readonly impersonatedUserId: Id<'user'> | null
}

export type AuditedCaller = SellerCaller | ShownToken | SignedIn | { readonly isServer: true }

/** The callers of the operations that are audited. */
export const isAuditedCaller = (caller: unknown): caller is AuditedCaller =>
  typeof caller === 'object' &&
  caller !== null &&
  ('kind' in caller || 'session' in caller || 'isServer' in caller)

const nobody = { actorId: null, tokenName: null, tokenEnding: null, impersonatedUserId: null }

export function auditActorOf(caller: AuditedCaller): AuditActor {
  if ('isServer' in caller) return { actorType: 'server_key', ...nobody }
  if ('session' in caller) return personOf(caller)
  if (caller.kind === 'person') return personOf(caller.signedIn)
  return {
    actorType: 'access_token',
    actorId: caller.token.id,
    tokenName: caller.name,
    tokenEnding: caller.ending,
    impersonatedUserId: null,
  }
}

function personOf({ user, session: { impersonatedBy } }: SignedIn): AuditActor {
  if (impersonatedBy === null) {
    return { ...nobody, actorType: 'user', actorId: user.id }
  }
  return {
    ...nobody,
    actorType: 'operator',
    actorId: impersonatedBy,
    impersonatedUserId: user.id,
  }
}

/** The organization in which a caller without another place acts. */
export function ownOrganizationOf(caller: AuditedCaller): Id<'organization'> | null {
  if ('isServer' in caller) return null
  if ('session' in caller) return caller.session.activeOrganizationId
  return caller.kind === 'token' ? caller.token.organizationId : null
}
