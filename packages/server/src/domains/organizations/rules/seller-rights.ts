import {
  isScope,
  memberRightOf,
  type SellerRight,
  scopeAllows,
} from '@guildhall/contract/organizations/scopes'
import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { mayAsked } from './roles.ts'

interface Token {
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
}

type TokenRefusal = Refusal<'access_token_expired' | 'person_required' | 'insufficient_scope'>

/** Whether a token that is known may make a call. */
export function decideToken(
  { scopes, expiresAt }: Token,
  right: SellerRight,
  now: Date,
): TokenRefusal | null {
  if (expiresAt !== null && expiresAt <= now) return refuse('access_token_expired')
  if (!isScope(right)) return refuse('person_required')
  return scopeAllows(scopes, right) ? null : refuse('insufficient_scope', { scope: right })
}

/** Whether a member of these roles may make a call; null is somebody who isn't one any more. */
export function decideRole(
  role: string | null,
  right: SellerRight,
): Refusal<'insufficient_role'> | null {
  const needed = memberRightOf(right)
  const isAllowed =
    role !== null && (needed === null || mayAsked(role, { [needed[0]]: [needed[1]] }, 'all'))
  return isAllowed ? null : refuse('insufficient_role')
}

type Organization = Id<'organization'>

const inBody = { loc: ['body', 'organization_id'] }
const inQuery = { loc: ['query', 'organization_id'] }

/** In which organization a token creates something: its own, which may be named. */
export const decidePlaceOfToken = (
  own: Organization,
  named: Organization | null | undefined,
): Organization | Refusal<'organization_id_unknown'> =>
  named === undefined || named === null || named === own
    ? own
    : refuse('organization_id_unknown', inBody)

/** In which organization a person creates something: the one that is named, so it must be. */
export const decidePlaceOfPerson = (
  named: Organization | null | undefined,
): Organization | Refusal<'organization_id_missing'> =>
  named ?? refuse('organization_id_missing', inBody)

export const unknownPlace = refuse('organization_id_unknown', inBody)

/** What a token's lists hold: its own organization, or nothing where only others are asked for. */
export const decideListOfToken = (
  own: Organization,
  named: readonly Organization[] | undefined,
): Organization | null => (named === undefined || named.includes(own) ? own : null)

type ListRefusal = Refusal<'organization_id_missing' | 'several_organizations'>

/** A person's lists are of one organization, so that none of them ever has to be put together. */
export function decideListOfPerson(
  named: readonly Organization[] = [],
): Organization | ListRefusal {
  const [one, ...others] = new Set(named)
  if (one === undefined) return refuse('organization_id_missing', inQuery)
  return others.length === 0 ? one : refuse('several_organizations', inQuery)
}

const useNotedSeconds = 300

/** A use is noted every few minutes, so that reading stays reading. */
export const isTokenUseNews = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= useNotedSeconds * 1000
