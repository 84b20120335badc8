import { type Refusal, refuse } from '../../../../kernel/refusal.ts'
import common from './common-passwords.json' with { type: 'json' }

interface PasswordPolicy {
  readonly min: number
  readonly max: number
  readonly commonCheck: boolean
}

/** Facts about a person that an attacker would try as their password. */
export interface PersonalFacts {
  readonly email: string
  readonly name?: string | null | undefined
  readonly username?: string | null | undefined
}

type PasswordRefusal = Refusal<
  'password_too_short' | 'password_too_long' | 'password_too_common' | 'password_too_personal'
>

const commonPasswords: ReadonlySet<string> = new Set(common.passwords.join(' ').split(' '))

/** The refusal of this password, or null. Length counts UTF-16 units, as clients do. */
export function decideNewPassword(
  policy: PasswordPolicy,
  password: string,
  person: PersonalFacts | null,
): PasswordRefusal | null {
  if (password.length < policy.min) return refuse('password_too_short')
  if (password.length > policy.max) return refuse('password_too_long')
  const lower = password.toLowerCase()
  if (policy.commonCheck && commonPasswords.has(lower)) return refuse('password_too_common')
  if (person !== null && wordsOf(person).includes(lower)) return refuse('password_too_personal')
  return null
}

/** In lower case. */
export function wordsOf({ email, name, username }: PersonalFacts): string[] {
  const local = email.slice(0, email.lastIndexOf('@'))
  return [email, local, name ?? '', username ?? ''].map((word) => word.trim().toLowerCase())
}
