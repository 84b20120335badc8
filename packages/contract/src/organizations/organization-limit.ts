import * as z from 'zod/mini'
import { forOperators } from '../identity/for-operators.ts'
import { givenId } from '../identity/given-id.ts'
import { operation } from '../operation.ts'
import { id } from '../primitives.ts'

const limitMax = 1_000_000

/** Null for the default limit. */
const limit = z.nullable(z.int().check(z.minimum(0), z.maximum(limitMax)))

export const getOrganizationLimit = operation({
  ...forOperators,
  name: 'getOrganizationLimit',
  method: 'GET',
  path: '/api/auth/admin/get-organization-limit',
  summary: 'Get the organization limit of a user',
  description:
    '`limit` is the user’s own limit, or null if `default` applies to them. `default` is null if ' +
    'organizations are not limited.',
  may: 'user:get',
  query: z.object({ userId: givenId(id('user')) }),
  returns: z.object({ limit, default: z.nullable(z.int()) }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_get_user', 'user_not_found'],
})

export const setOrganizationLimit = operation({
  ...forOperators,
  name: 'setOrganizationLimit',
  method: 'POST',
  path: '/api/auth/admin/set-organization-limit',
  summary: 'Set the organization limit of a user',
  description:
    'A user who is a member of this many organizations can’t create another one. Null resets the ' +
    'user to the default.',
  may: 'user:update',
  body: z.object({ userId: givenId(id('user')), limit }),
  returns: z.object({ limit }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_update_users', 'user_not_found'],
})
