import * as z from 'zod/mini'
import { forSellers, personRefusals, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { id, instant } from '../primitives.ts'
import { scopes } from './scopes.ts'
import { organizationId } from './shapes.ts'

const commentLengthMax = 200
const daysMax = 3650
const daySeconds = 86_400

const comment = z.string().check(z.trim(), z.minLength(1), z.maxLength(commentLengthMax))

const scope = z.enum(scopes)

const scopesInput = z.array(scope).check(z.minLength(1), z.maxLength(scopes.length))

const durationShape =
  /^P(?=.)(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/

/** Weeks, days, hours, minutes and seconds. */
const partSeconds = [7 * daySeconds, daySeconds, 3600, 60, 1]

/** Months and years are not supported, because their length varies. */
function secondsIn(duration: string): number {
  const [, ...parts] = durationShape.exec(duration) ?? []
  return parts.reduce((sum, part, at) => sum + Number(part ?? 0) * (partSeconds[at] ?? 0), 0)
}

const isLifetime = (duration: string): boolean =>
  secondsIn(duration) >= 1 && secondsIn(duration) <= daysMax * daySeconds

/** An ISO 8601 duration, parsed to seconds. */
const lifetime = z.pipe(
  z.string().check(
    z.refine(isLifetime, {
      error: `Input should be a duration such as P30D or PT12H, of at most ${daysMax} days`,
    }),
  ),
  z.transform(secondsIn),
)

/** Without the secret, which is shown once and not stored. */
export const AccessToken = z.object({
  id: id('organizationAccessToken'),
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  scopes: z.array(scope),
  expiresAt: z.nullable(instant),
  comment: z.string(),
  lastUsedAt: z.nullable(instant),
  organizationId,
})

const ofTokens = { ...forSellers, tag: 'Access tokens' } as const
const ofOne = z.object({ id: id('organizationAccessToken') })

export const listOrganizationAccessTokens = operation({
  ...ofTokens,
  name: 'listOrganizationAccessTokens',
  method: 'GET',
  path: '/v1/organization-access-tokens/',
  summary: 'List access tokens',
  may: 'organization_access_tokens:read',
  query: z.object({
    ...listing(['created_at', 'comment', 'last_used_at'], ['created_at']),
    organizationId: anyOf(organizationId),
  }),
  returns: listOf(AccessToken),
  status: 200,
  refuses: [...personRefusals, 'organization_id_missing', 'several_organizations'],
})

export const createOrganizationAccessToken = operation({
  ...ofTokens,
  name: 'createOrganizationAccessToken',
  method: 'POST',
  path: '/v1/organization-access-tokens/',
  summary: 'Create an access token',
  description: 'Only this response contains the token itself.',
  may: 'organization_access_tokens:write',
  body: z.object({
    organizationId: z.optional(organizationId),
    comment,
    scopes: scopesInput,
    /** Without it, the token does not expire. */
    expiresIn: z.nullish(lifetime),
  }),
  returns: z.object({ organizationAccessToken: AccessToken, token: z.string() }),
  status: 201,
  refuses: [...personRefusals, ...placeRefusals, 'session_is_not_fresh'],
})

export const updateOrganizationAccessToken = operation({
  ...ofTokens,
  name: 'updateOrganizationAccessToken',
  method: 'PATCH',
  path: '/v1/organization-access-tokens/:id',
  summary: 'Update an access token',
  description: 'New scopes take effect with the next call. The token itself stays the same.',
  may: 'organization_access_tokens:write',
  params: ofOne,
  body: z.object({ comment: z.nullish(comment), scopes: z.nullish(scopesInput) }),
  returns: AccessToken,
  status: 200,
  refuses: [...personRefusals, 'not_found', 'session_is_not_fresh'],
})

export const deleteOrganizationAccessToken = operation({
  ...ofTokens,
  name: 'deleteOrganizationAccessToken',
  method: 'DELETE',
  path: '/v1/organization-access-tokens/:id',
  summary: 'Revoke an access token',
  description: 'Calls with this token are refused from then on.',
  may: 'organization_access_tokens:write',
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...personRefusals, 'not_found'],
})
