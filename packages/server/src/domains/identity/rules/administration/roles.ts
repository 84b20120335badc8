import { type UserRole, userRoles } from '@guildhall/contract/identity/admin'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'

const knownRoles: readonly string[] = userRoles

/** A user's roles; several are stored joined by commas. */
export const rolesIn = (role: string): string[] => role.split(',')

/**
 * The roles as they are stored: each once and in a fixed order, so that the same roles are always
 * the same text.
 */
export function decideRole(given: string | readonly string[]): string | RoleRefusal {
  const texts = typeof given === 'string' ? [given] : given
  const names = texts.flatMap(rolesIn).map((name) => name.trim())
  const unknown = names.find((name) => !knownRoles.includes(name))
  if (unknown !== undefined) return unknownRole(unknown)
  const roles: readonly UserRole[] = userRoles.filter((name) => names.includes(name))
  return roles.length === 0 ? unknownRole('') : roles.join(',')
}

type RoleRefusal = Refusal<'role_does_not_exist'>

const unknownRole = (role: string): RoleRefusal =>
  refuse('role_does_not_exist', { role: role.slice(0, 60), roles: userRoles.join(' or ') })
