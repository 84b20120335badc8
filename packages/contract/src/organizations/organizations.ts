import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { callerLimit } from '../identity/limits.ts'
import { id } from '../primitives.ts'
import {
  ChangedOrganization,
  FullOrganization,
  logo,
  Member,
  Organization,
  organizationId,
  organizationMeant,
  organizationMetadata,
  organizationName,
  slug,
} from './shapes.ts'

const ofOrganizations = {
  wire: 'account',
  tag: 'Organizations',
  for: 'session',
  status: 200,
  rateLimit: callerLimit,
} as const

export const createOrganization = endpoint({
  ...ofOrganizations,
  name: 'createOrganization',
  for: 'sessionOrServerKey',
  method: 'POST',
  path: '/api/auth/organization/create',
  summary: 'Create an organization',
  description:
    'It becomes the session’s active one, unless that is to be kept. A server key creates one ' +
    'for the user that `userId` names; anybody else’s `userId` is ignored.',
  body: z.object({
    name: organizationName,
    slug,
    logo: z.optional(logo),
    metadata: z.optional(organizationMetadata),
    userId: z.optional(id('user')),
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

export const checkSlug = endpoint({
  ...ofOrganizations,
  name: 'checkSlug',
  method: 'POST',
  path: '/api/auth/organization/check-slug',
  summary: 'Ask whether a slug is free',
  body: z.object({ slug }),
  returns: z.object({ status: z.literal(true) }),
  refuses: ['unauthorized', 'slug_is_taken'],
})

export const updateOrganization = endpoint({
  ...ofOrganizations,
  name: 'updateOrganization',
  method: 'POST',
  path: '/api/auth/organization/update',
  summary: 'Change an organization',
  refusesStrangersAs: 'user_not_found_by_session',
  body: z.object({
    data: z.object({
      name: z.optional(organizationName),
      slug: z.optional(slug),
      logo: z.optional(z.nullable(logo)),
      metadata: z.optional(z.nullable(organizationMetadata)),
    }),
    organizationId: organizationMeant,
  }),
  returns: ChangedOrganization,
  refuses: [
    'user_not_found_by_session',
    'no_active_organization',
    'user_is_not_a_member',
    'not_allowed_to_update_organization',
    'organization_already_exists',
  ],
})

export const deleteOrganization = endpoint({
  ...ofOrganizations,
  name: 'deleteOrganization',
  method: 'POST',
  path: '/api/auth/organization/delete',
  summary: 'Delete an organization',
  description: 'With its members, invitations and teams; whoever had it active has none then.',
  body: z.object({ organizationId }),
  returns: Organization,
  refuses: [
    'unauthorized',
    'user_is_not_a_member',
    'not_allowed_to_delete_organization',
    'organization_has_balance',
    'organization_has_subscriptions',
  ],
})

export const listOrganizations = endpoint({
  ...ofOrganizations,
  name: 'listOrganizations',
  method: 'GET',
  path: '/api/auth/organization/list',
  summary: 'List one’s organizations',
  description: 'The oldest membership first; a thousand at most.',
  returns: z.array(
    z.extend(Organization, {
      /** One’s own there; several are joined by commas. */
      role: z.string(),
    }),
  ),
  refuses: ['unauthorized'],
})

const organizationNamed = {
  organizationId: z.optional(organizationId),
  /** Wins over the id. */
  organizationSlug: z.optional(z.string()),
}

export const setActiveOrganization = endpoint({
  ...ofOrganizations,
  name: 'setActiveOrganization',
  method: 'POST',
  path: '/api/auth/organization/set-active',
  summary: 'Choose the session’s active organization',
  description: 'Null for none. Without a name it answers the one that is active.',
  body: z.object({ ...organizationNamed, organizationId: z.nullish(organizationId) }),
  returns: z.nullable(FullOrganization),
  refuses: ['unauthorized', 'user_is_not_a_member_to_enter'],
})

export const getFullOrganization = endpoint({
  ...ofOrganizations,
  name: 'getFullOrganization',
  method: 'GET',
  path: '/api/auth/organization/get-full-organization',
  summary: 'Get an organization with members, invitations and teams',
  description:
    'Null where none is named and none is active. At most as many members as an organization ' +
    'may have by default, the oldest first: list-members goes through all.',
  query: z.object(organizationNamed),
  returns: z.nullable(FullOrganization),
  refuses: ['unauthorized', 'user_is_not_a_member_to_enter'],
})

export const hasOrganizationPermission = endpoint({
  ...ofOrganizations,
  name: 'hasOrganizationPermission',
  method: 'POST',
  path: '/api/auth/organization/has-permission',
  summary: 'Ask what one may do in an organization',
  description:
    'Whether one of the roles held grants everything asked for, or with `mode: "any"` something ' +
    'of it. What is unknown is not granted.',
  body: z
    .object({
      permissions: z.optional(z.record(z.string(), z.array(z.string()))),
      /** As `permissions` was called before. */
      permission: z.optional(z.record(z.string(), z.array(z.string()))),
      mode: z.optional(z.enum(['all', 'any'])),
      organizationId: organizationMeant,
    })
    .check(
      z.refine(({ permissions, permission }) => (permissions ?? permission) !== undefined, {
        error: 'Say which permissions',
        path: ['permissions'],
      }),
    ),
  returns: z.object({ error: z.null(), success: z.boolean() }),
  refuses: ['unauthorized', 'no_active_organization', 'user_is_not_a_member_to_ask'],
})
