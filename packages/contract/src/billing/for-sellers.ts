import type { RateLimitRule } from '../operation.ts'

/** Shared by all tokens of a seller. */
const sellerLimit = [
  { requestsMax: 1000, windowSeconds: 10, by: 'caller', bucket: 'seller' },
] as const satisfies readonly RateLimitRule[]

/** Common to all operations of sellers' backends and the dashboard. */
export const forSellers = { wire: 'billing', for: 'seller', rateLimit: sellerLimit } as const

/** The refusals of callers without the right that `may` names. */
export const callRefusals = [
  'unauthorized',
  'invalid_access_token',
  'access_token_expired',
  'insufficient_scope',
  'insufficient_role',
] as const

/** For operations that access tokens can't call. */
export const personRefusals = [...callRefusals, 'person_required'] as const

/** For operations whose body or query names the organization. */
export const placeRefusals = ['organization_id_missing', 'organization_id_unknown'] as const
