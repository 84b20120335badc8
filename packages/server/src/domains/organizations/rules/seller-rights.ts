import {
  isScope,
  memberRightOf,
  type SellerRight,
  scopeAllows,
} from '@guildhall/contract/organizations/scopes'
import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { mayRequested } from './roles.ts'

interface Token {
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
}

type TokenRefusal = Refusal<'access_token_expired' | 'person_required' | 'insufficient_scope'>

/** Whether a known token may make a call. */
export function decideToken(
  { scopes, expiresAt }: Token,
  right: SellerRight,
  now: Date,
): TokenRefusal | null {
  if (expiresAt !== null && expiresAt <= now) return refuse('access_token_expired')
  if (!isScope(right)) return refuse('person_required')
  return scopeAllows(scopes, right) ? null : refuse('insufficient_scope', { scope: right })
}

/** Whether a member with these roles may make a call; null for a caller who is not a member. */
export function decideRole(
  role: string | null,
  right: SellerRight,
): Refusal<'insufficient_role'> | null {
  const needed = memberRightOf(right)
  const isAllowed =
    role !== null && (needed === null || mayRequested(role, { [needed[0]]: [needed[1]] }, 'all'))
  return isAllowed ? null : refuse('insufficient_role')
}

type Organization = Id<'organization'>

const inBody = { loc: ['body', 'organization_id'] }
const inQuery = { loc: ['query', 'organization_id'] }

/** A token creates in its own organization, which the body may name. */
export const decideTokenOrganization = (
  own: Organization,
  requested: Organization | null | undefined,
): Organization | Refusal<'organization_id_unknown'> =>
  requested === undefined || requested === null || requested === own
    ? own
    : refuse('organization_id_unknown', inBody)

/** A person creates in the organization that the body names, or else in the session's active one. */
export const decidePersonOrganization = (
  requested: Organization | null | undefined,
  active: Organization | null,
): Organization | Refusal<'organization_id_missing'> =>
  requested ?? active ?? refuse('organization_id_missing', inBody)

export const unknownOrganization = refuse('organization_id_unknown', inBody)

/** A token lists its own organization; null, an empty list, if the filter names only others. */
export const decideTokenFilter = (
  own: Organization,
  requested: readonly Organization[] | undefined,
): Organization | null => (requested === undefined || requested.includes(own) ? own : null)

type ListRefusal = Refusal<'organization_id_missing' | 'several_organizations'>

/**
 * A person lists one organization at a time, so no query spans several tenants: the named one, or
 * else the session's active one.
 */
export function decidePersonFilter(
  requested: readonly Organization[] = [],
  active: Organization | null,
): Organization | ListRefusal {
  const [one, ...others] = new Set(requested)
  if (one === undefined) return active ?? refuse('organization_id_missing', inQuery)
  return others.length === 0 ? one : refuse('several_organizations', inQuery)
}

const usageIntervalSeconds = 300

/** Recording every use would turn each read into a write. */
export const isTokenUseDue = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= usageIntervalSeconds * 1000
