import type { SellerRight } from '@guildhall/contract/organizations/scopes'
import type { Id } from '@guildhall/contract/primitives'
import { type NewMail, queueMail } from '../../../platform/mail/queue-mail.ts'
import type { Work } from '../../../platform/work.ts'
import { canMail, siteOf } from '../../identity/index.ts'
import { decideRole } from '../rules/seller-rights.ts'
import { listReachable } from '../store/members.ts'
import { findOrganization, type OrganizationRow } from '../store/organizations.ts'
import type { OrganizationParts } from './parts.ts'

interface Audience {
  readonly organizationId: Id<'organization'>
  /** Who has this right is told. */
  readonly right: SellerRight
}

interface Teller {
  readonly site: string
  readonly organization: OrganizationRow
}

/** Mails the members whose business it is; nobody where the organization is gone. */
export async function tellMembers(
  work: Work,
  parts: Pick<OrganizationParts, 'keyring' | 'config'>,
  { organizationId, right }: Audience,
  message: (teller: Teller) => Omit<NewMail, 'to'>,
): Promise<void> {
  const organization = await findOrganization(work.tx, organizationId)
  if (organization === undefined || !canMail(parts.config)) return
  const told = message({ site: siteOf(parts), organization })
  for (const member of await listReachable(work.tx, organizationId)) {
    if (decideRole(member.role, right) !== null) continue
    // To an address that nobody has proved, the name would be a stranger’s words.
    const to = { address: member.email, name: member.emailVerified === true ? member.name : null }
    await queueMail(work, parts.keyring, { to, ...told })
  }
}
