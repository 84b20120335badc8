import * as z from 'zod/mini'
import { givenId, givenUserIfRead } from '../identity/given-id.ts'
import { callerLimit } from '../identity/limits.ts'
import { operation } from '../operation.ts'
import { id } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import {
  ChangedOrganization,
  FullOrganization,
  logo,
  Member,
  Organization,
  organizationMetadata,
  organizationName,
  organizationOrActive,
  organizationReference,
  slug,
} from './shapes.ts'

const ofOrganizations = {
  wire: 'account',
  tag: 'Organizations',
  for: 'session',
  status: 200,
  rateLimit: callerLimit,
} as const

export const createOrganization = operation({
  ...ofOrganizations,
  name: 'createOrganization',
  for: 'sessionOrServerKey',
  method: 'POST',
  path: '/api/auth/organization/create',
  summary: 'Create an organization',
  description:
    'Makes it the session’s active one, unless `keepCurrentActiveOrganization` is set. Operators ' +
    'and server keys may create it for the user in `userId`, without making it active. For other ' +
    'callers `userId` is ignored.',
  body: z.object({
    name: organizationName,
    slug,
    logo: z.optional(logo),
    metadata: z.optional(organizationMetadata),
    userId: givenUserIfRead,
    keepCurrentActiveOrganization: z.optional(z.boolean()),
  }),
  returns: z.extend(ChangedOrganization, { members: z.array(Member) }),
  refuses: [
    'unauthorized',
    'user_to_add_not_found',
    'not_allowed_to_create_organization',
    'organizations_max_reached',
    'organization_already_exists',
  ],
})

export const checkSlug = operation({
  ...ofOrganizations,
  name: 'checkSlug',
  method: 'POST',
  path: '/api/auth/organization/check-slug',
  summary: 'Check whether a slug is free',
  body: z.object({ slug }),
  returns: z.object({ status: z.literal(true) }),
  refuses: ['unauthorized', 'slug_is_taken'],
})

export const updateOrganization = operation({
  ...ofOrganizations,
  name: 'updateOrganization',
  method: 'POST',
  path: '/api/auth/organization/update',
  summary: 'Update an organization',
  refusesUnauthenticatedAs: 'user_not_found_by_session',
  body: z.object({
    data: z.object({
      name: z.optional(organizationName),
      slug: z.optional(slug),
      logo: z.optional(z.nullable(logo)),
      metadata: z.optional(z.nullable(organizationMetadata)),
    }),
    organizationId: organizationOrActive,
  }),
  returns: ChangedOrganization,
  refuses: [
    'user_not_found_by_session',
    'organization_not_found',
    'user_is_not_a_member',
    'not_allowed_to_update_organization',
    'organization_already_exists',
  ],
})

export const deleteOrganization = operation({
  ...ofOrganizations,
  name: 'deleteOrganization',
  method: 'POST',
  path: '/api/auth/organization/delete',
  summary: 'Delete an organization',
  for: 'freshSession',
  description:
    'With its members, invitations and teams. Sessions that had it active have none then. ' +
    'Requires a fresh session.',
  body: z.object({ organizationId: givenId(id('organization')) }),
  returns: Organization,
  refuses: [
    'unauthorized',
    'session_is_not_fresh',
    'user_is_not_a_member',
    'not_allowed_to_delete_organization',
    'organization_has_balance',
    'organization_has_subscriptions',
  ],
})

export const listOrganizations = operation({
  ...ofOrganizations,
  name: 'listOrganizations',
  method: 'GET',
  path: '/api/auth/organization/list',
  summary: 'List the caller’s organizations',
  description: 'The oldest membership first, at most a thousand.',
  returns: z.array(
    z.extend(Organization, {
      /** The caller’s; several are joined by commas. */
      role: z.string(),
    }),
  ),
  refuses: ['unauthorized'],
})

export const setActiveOrganization = operation({
  ...ofOrganizations,
  name: 'setActiveOrganization',
  method: 'POST',
  path: '/api/auth/organization/set-active',
  summary: 'Set the active organization of the session',
  description: 'Null clears it. Without an id or a slug, returns the active organization.',
  body: z.object({ ...organizationReference, organizationId: z.nullable(organizationOrActive) }),
  returns: z.nullable(FullOrganization),
  refuses: ['unauthorized', 'user_is_not_a_member_to_enter'],
})

export const getOrganization = operation({
  ...ofOrganizations,
  name: 'getOrganization',
  method: 'GET',
  path: '/api/auth/organization/get-organization',
  summary: 'Get an organization',
  description: 'Without its members, invitations and teams; null if none is named or active.',
  query: z.object(organizationReference),
  returns: z.nullable(Organization),
  refuses: ['unauthorized', 'user_is_not_a_member_to_enter'],
})

export const getFullOrganization = operation({
  ...ofOrganizations,
  name: 'getFullOrganization',
  method: 'GET',
  path: '/api/auth/organization/get-full-organization',
  summary: 'Get an organization with members, invitations and teams',
  description:
    'Null if none is named and none is active. Contains at most as many members as the default ' +
    'limit, the oldest first; list-members pages through all of them.',
  query: z.object(organizationReference),
  returns: z.nullable(FullOrganization),
  refuses: ['unauthorized', 'user_is_not_a_member_to_enter'],
})

export const hasOrganizationPermission = operation({
  ...ofOrganizations,
  name: 'hasOrganizationPermission',
  method: 'POST',
  path: '/api/auth/organization/has-permission',
  summary: 'Check the caller’s permissions in an organization',
  description:
    'Whether one of the caller’s roles grants all requested permissions, or with `mode: "any"` at ' +
    'least one of them. Unknown permissions are not granted.',
  body: z
    .object({
      permissions: z.optional(z.record(z.string(), z.array(z.string()))),
      /** The former name of `permissions`. */
      permission: z.optional(z.record(z.string(), z.array(z.string()))),
      mode: z.optional(z.enum(['all', 'any'])),
      organizationId: organizationOrActive,
    })
    .check(
      z.refine(({ permissions, permission }) => (permissions ?? permission) !== undefined, {
        error: 'Specify the permissions to check',
        path: ['permissions'],
      }),
    )
    .register(z.globalRegistry, requiresAny(['permissions'], ['permission'])),
  returns: z.object({ error: z.null(), success: z.boolean() }),
  refuses: ['unauthorized', 'no_active_organization', 'user_is_not_a_member_to_ask'],
})
