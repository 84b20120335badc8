import type { RateLimitRule } from '../endpoint.ts'

/** All calls of one seller together, whichever of their tokens they use. */
const sellerLimit = [
  { requestsMax: 1000, windowSeconds: 10, by: 'caller', bucket: 'seller' },
] as const satisfies readonly RateLimitRule[]

/** What every call of a seller's backend, or of the dashboard, has in common. */
export const forSellers = { wire: 'billing', for: 'seller', rateLimit: sellerLimit } as const

/** How such a call refuses whoever may not make it. Together with `may`, a scope's name. */
export const callRefusals = [
  'unauthorized',
  'invalid_access_token',
  'access_token_expired',
  'insufficient_scope',
  'insufficient_role',
] as const

/** For calls that no access token may make. */
export const personRefusals = [...callRefusals, 'person_required'] as const

/** For calls that are told in which organization, by its id in the body or the query. */
export const placeRefusals = ['organization_id_missing', 'organization_id_unknown'] as const
