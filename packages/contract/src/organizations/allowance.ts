import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { callerLimit } from '../identity/limits.ts'
import { id } from '../primitives.ts'

const ofOperators = {
  wire: 'account',
  tag: 'Admin',
  for: 'operator',
  status: 200,
  rateLimit: callerLimit,
} as const

const allowanceMax = 1_000_000

/** Null where the user has the limit that everybody has. */
const limit = z.nullable(z.int().check(z.minimum(0), z.maximum(allowanceMax)))

export const getOrganizationLimit = endpoint({
  ...ofOperators,
  name: 'getOrganizationLimit',
  method: 'GET',
  path: '/api/auth/admin/get-organization-limit',
  summary: 'Get how many organizations a user may be in',
  description:
    '`limit` is the user’s own, null where they have `default`, the one that everybody has; that ' +
    'is null where there is none.',
  may: 'user:get',
  query: z.object({ userId: id('user') }),
  returns: z.object({ limit, default: z.nullable(z.int()) }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_get_user', 'user_not_found'],
})

export const setOrganizationLimit = endpoint({
  ...ofOperators,
  name: 'setOrganizationLimit',
  method: 'POST',
  path: '/api/auth/admin/set-organization-limit',
  summary: 'Set how many organizations a user may be in',
  description:
    'Counted when the user creates one: whoever is in as many creates no more. Null gives them ' +
    'the limit that everybody has.',
  may: 'user:update',
  body: z.object({ userId: id('user'), limit }),
  returns: z.object({ limit }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_update_users', 'user_not_found'],
})
