import { type UserRole, userRoles } from '@guildhall/contract/identity/admin'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

const known: readonly string[] = userRoles

/** The roles of a user, who holds several joined by commas. */
export const rolesIn = (role: string): string[] => role.split(',')

/**
 * The roles as they are stored, each once and in the order of the table, so that the same roles
 * are always the same text however they were sent.
 */
export function decideRole(given: string | readonly string[]): string | RoleRefusal {
  const texts = typeof given === 'string' ? [given] : given
  const asked = texts.flatMap(rolesIn).map((name) => name.trim())
  const stranger = asked.find((name) => !known.includes(name))
  if (stranger !== undefined) return unknownRole(stranger)
  const held: readonly UserRole[] = userRoles.filter((name) => asked.includes(name))
  return held.length === 0 ? unknownRole('') : held.join(',')
}

type RoleRefusal = Refusal<'role_does_not_exist'>

const unknownRole = (role: string): RoleRefusal =>
  refuse('role_does_not_exist', { role: role.slice(0, 60), roles: userRoles.join(' or ') })
