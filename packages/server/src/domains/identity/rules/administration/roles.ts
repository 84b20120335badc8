import { userRoles } from '@guildhall/contract/identity/user-roles'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'

const knownRoles: readonly string[] = userRoles

/** A user's roles; several are stored joined by commas. */
export const rolesIn = (role: string): string[] => role.split(',')

/** The roles as they are stored: each once, in the given order. */
export function decideRole(given: string | readonly string[]): string | RoleRefusal {
  const texts = typeof given === 'string' ? [given] : given
  const names = [...new Set(texts.flatMap(rolesIn).map((name) => name.trim()))]
  const unknown = names.find((name) => !knownRoles.includes(name))
  if (unknown !== undefined) return unknownRole(unknown)
  return names.length === 0 ? unknownRole('') : names.join(',')
}

type RoleRefusal = Refusal<'role_does_not_exist'>

const unknownRole = (role: string): RoleRefusal =>
  refuse('role_does_not_exist', { role: role.slice(0, 60), roles: userRoles.join(' or ') })
