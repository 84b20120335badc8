import type { MemberRole } from '@guildhall/contract/organizations/roles'

/** A description of each role. */
export const roleHints: Readonly<Record<MemberRole, string>> = {
  owner: 'Full access, including deleting the organization and adding owners.',
  admin: 'Manages settings, members, products and sales, but not owners.',
  member: 'Read-only access to products and sales.',
}
