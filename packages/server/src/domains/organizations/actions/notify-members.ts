import type { SellerRight } from '@guildhall/contract/organizations/scopes'
import type { Id } from '@guildhall/contract/primitives'
import { type NewMail, queueMail } from '../../../platform/mail/queue-mail.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { canSendMail, siteHost } from '../../identity/actions/notify-user.ts'
import { decideRole } from '../rules/seller-rights.ts'
import { listMailableMembers } from '../store/members.ts'
import { findOrganization, type OrganizationRow } from '../store/organizations.ts'
import type { OrganizationDeps } from './deps.ts'

interface Audience {
  readonly organizationId: Id<'organization'>
  /** Only members with this right are notified. */
  readonly right: SellerRight
}

interface Sender {
  readonly site: string
  readonly organization: OrganizationRow
}

/** Mails the members with a right; does nothing if the organization was deleted. */
export async function notifyMembers(
  uow: UnitOfWork,
  deps: Pick<OrganizationDeps, 'keyring' | 'config'>,
  { organizationId, right }: Audience,
  composeMail: (sender: Sender) => Omit<NewMail, 'to'>,
): Promise<void> {
  const organization = await findOrganization(uow.tx, organizationId)
  if (organization === undefined || !canSendMail(deps.config)) return
  const mail = composeMail({ site: siteHost(deps), organization })
  for (const member of await listMailableMembers(uow.tx, organizationId)) {
    if (decideRole(member.role, right) !== null) continue
    // The owner of an unverified address must not read a name that someone else chose.
    const to = { address: member.email, name: member.emailVerified === true ? member.name : null }
    await queueMail(uow, deps.keyring, { to, ...mail })
  }
}
