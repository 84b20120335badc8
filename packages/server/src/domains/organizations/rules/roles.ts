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

/** The roles of a member, who may hold several joined by commas. */
const rolesIn = (role: string): string[] => role.split(',')

export const isOwner = (role: string): boolean => rolesIn(role).includes('owner')

/** Whether one of the roles held allows it. */
export const mayIn = <R extends OrganizationResource>(
  role: string,
  resource: R,
  action: Action<R>,
): boolean => may(table, rolesIn(role), resource, [action])

/** For a question from outside: the names may be anybody's invention. */
export const mayAsked = (
  role: string,
  asked: Readonly<Record<string, readonly string[]>>,
  mode: 'all' | 'any',
): boolean => mayRequest(table, rolesIn(role), asked, mode)

const known: readonly string[] = memberRoles

/**
 * The roles as they are stored, each once and in the order of the table, so that the same roles
 * are always the same text however they were sent.
 */
export function decideRoles(given: string | readonly string[]): string | Refusal<'role_not_found'> {
  const texts = typeof given === 'string' ? [given] : given
  const asked = texts.flatMap(rolesIn).map((name) => name.trim())
  const held: readonly MemberRole[] = memberRoles.filter((name) => asked.includes(name))
  const isKnown = asked.every((name) => known.includes(name))
  return isKnown && held.length > 0 ? held.join(',') : refuse('role_not_found')
}
