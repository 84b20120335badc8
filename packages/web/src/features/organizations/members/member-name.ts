import type { Member } from '../organization-queries.ts'

/** What to call a member: a name may be missing, an address never is. */
export function memberName({ user: { name, email } }: Pick<Member, 'user'>): string {
  return name.trim() === '' ? email : name
}
