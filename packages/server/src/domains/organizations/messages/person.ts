import { quoted } from '../../../platform/mail/quoted.ts'

export interface NamedPerson {
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
}

/** Names and addresses may be invented, and this says so of the address. */
export function personWords({ name, email, emailVerified }: NamedPerson): string {
  const address = emailVerified ? email : `${email} (not confirmed)`
  return name.trim() === '' ? address : `${quoted(name)}, ${address}`
}
