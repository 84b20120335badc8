import {
  type MemberRole,
  memberRoles,
  type organizationActions,
  organizationRoles,
} from '@guildhall/contract/organizations/roles'

type Resource = keyof typeof organizationActions
type Granted = Readonly<Partial<Record<Resource, readonly string[]>>>

const table: Readonly<Record<MemberRole, Granted>> = organizationRoles

/** The roles of a member in the order of the table; several are joined by commas. */
export function rolesIn(role: string): MemberRole[] {
  const held = role.split(',')
  return memberRoles.filter((known) => held.includes(known))
}

/** The roles as text: "Owner", "Admin, Member". */
export function roleText(role: string): string {
  return rolesIn(role)
    .map((one) => roleNames[one])
    .join(', ')
}

export const roleNames: Readonly<Record<MemberRole, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
}

/** What the pages offer; the server enforces permissions. */
export function mayIn<R extends Resource>(
  role: string,
  resource: R,
  action: (typeof organizationActions)[R][number],
): boolean {
  return rolesIn(role).some((one) => table[one][resource]?.includes(action) ?? false)
}
