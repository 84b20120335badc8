import type { Member } from '#/features/organizations/organization-queries.ts'

/** The display name: the name is optional, the email address is not. */
export function memberName({ user: { name, email } }: Pick<Member, 'user'>): string {
  return name.trim() === '' ? email : name
}
