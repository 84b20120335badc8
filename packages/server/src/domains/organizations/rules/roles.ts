import {
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

/** Answers the roles in stored form: each once, in the given order. */
export function decideRoles(given: string | readonly string[]): string | Refusal<'role_not_found'> {
  const texts = typeof given === 'string' ? [given] : given
  const requested = new Set(texts.flatMap(rolesIn).map((name) => name.trim()))
  const areKnown = [...requested].every((name) => known.includes(name))
  return areKnown && requested.size > 0 ? [...requested].join(',') : refuse('role_not_found')
}
