import {
  type MemberRole,
  memberRoles,
  organizationActions,
  organizationRoles,
} from '@guildhall/contract/organizations/roles'
import { may, mayRequest, permissions } from '../../../kernel/permissions.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

const table = permissions({ resources: organizationActions, roles: organizationRoles })

export type OrganizationResource = keyof typeof organizationActions
type Action<R extends OrganizationResource> = (typeof organizationActions)[R][number]

/** A member may hold several roles joined by commas. */
const rolesIn = (role: string): string[] => role.split(',')

export const isOwner = (role: string): boolean => rolesIn(role).includes('owner')

/** Whether one of the member's roles allows the action. */
export const mayIn = <R extends OrganizationResource>(
  role: string,
  resource: R,
  action: Action<R>,
): boolean => may(table, rolesIn(role), resource, [action])

/** For permissions named by a client, which may not exist. */
export const mayRequested = (
  role: string,
  requested: Readonly<Record<string, readonly string[]>>,
  mode: 'all' | 'any',
): boolean => mayRequest(table, rolesIn(role), requested, mode)

const known: readonly string[] = memberRoles

/**
 * Answers the roles in stored form: each once and in the order of the table, so that equal sets of
 * roles are equal texts.
 */
export function decideRoles(given: string | readonly string[]): string | Refusal<'role_not_found'> {
  const texts = typeof given === 'string' ? [given] : given
  const requested = texts.flatMap(rolesIn).map((name) => name.trim())
  const held: readonly MemberRole[] = memberRoles.filter((name) => requested.includes(name))
  const areKnown = requested.every((name) => known.includes(name))
  return areKnown && held.length > 0 ? held.join(',') : refuse('role_not_found')
}

interface RoleChangeFacts {
  /** The role of the caller. */
  readonly role: string
  readonly targetRole: string | null
  readonly owners: number
  /** The requested roles as they were sent. */
  readonly requested: string | readonly string[]
}

type RoleChangeRefusal = Refusal<
  'member_not_found' | 'role_not_found' | 'not_allowed_to_update_member' | 'only_owner'
>

/**
 * Answers the new roles in stored form. Callers changing their own roles get no exception. The
 * request is normalized before it is checked, so no spelling of a role bypasses the check.
 */
export function decideMemberRoleChange(facts: RoleChangeFacts): string | RoleChangeRefusal {
  const { role, targetRole, owners, requested } = facts
  if (targetRole === null) return refuse('member_not_found')
  const roles = decideRoles(requested)
  if (typeof roles !== 'string') return roles
  if (!mayManage(role, 'update', [targetRole, roles])) return refuse('not_allowed_to_update_member')
  const losesOwnership = isOwner(targetRole) && !isOwner(roles)
  return losesOwnership && owners <= 1 ? refuse('only_owner') : roles
}

/** Only owners manage owners. */
export const mayManage = (
  role: string,
  action: 'update' | 'delete',
  affectedRoles: readonly string[],
): boolean => mayIn(role, 'member', action) && (isOwner(role) || !affectedRoles.some(isOwner))
