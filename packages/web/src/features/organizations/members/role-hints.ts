import type { MemberRole } from '@guildhall/contract/organizations/roles'

/** What each role may do, in a sentence. */
export const roleHints: Readonly<Record<MemberRole, string>> = {
  owner: 'May do everything: also delete the organization, and make others owners.',
  admin: 'Manages settings, people and all that is sold here, but no owners.',
  member: 'Sees what is sold here and how it goes; changes nothing.',
}
