import { assert } from '../../../kernel/assert.ts'
import { plainName } from '../../../platform/mail/plain-name.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockCallingCustomer } from '../../customers/actions/customer-unit-of-work.ts'
import { moveCustomerEmail } from '../../customers/actions/update-customer.ts'
import type { CustomerCaller } from '../../customers/store/customer-sessions.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import { siteHost } from '../../identity/actions/notify-user.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { customerEmailChangedMessage } from '../messages/email-change.ts'
import { changeBinding, mayGuess } from '../rules/portal-code.ts'
import { countChangeGuess, deleteEmailChange, lockEmailChange } from '../store/email-changes.ts'
import type { PortalDeps } from './deps.ts'

interface Confirmation {
  readonly caller: CustomerCaller
  readonly code: string
}

/** Null for a wrong code. The guess is counted, so the transaction must not be rolled back. */
export async function confirmEmail(
  uow: UnitOfWork,
  deps: PortalDeps,
  { caller, code }: Confirmation,
): Promise<CustomerRow | null> {
  const { tx } = uow
  const customer = await lockCallingCustomer(uow, caller)
  const change = await lockEmailChange(tx, customer)
  if (change === undefined || !mayGuess(change, deps.clock.now())) return null
  const signature = { keyId: change.keyId, mac: change.codeMac }
  if (!deps.keyring.verify(changeBinding(change, code), signature)) {
    await countChangeGuess(tx, change)
    return null
  }
  await deleteEmailChange(tx, customer)
  const moved = await moveCustomerEmail(uow, customer, {
    email: change.newEmail,
    session: caller.id,
  })
  await notifyFormerAddress(uow, deps, { customer, newEmail: moved.email })
  return moved
}

interface Move {
  /** With the former address. */
  readonly customer: CustomerRow
  readonly newEmail: string
}

async function notifyFormerAddress(
  uow: UnitOfWork,
  deps: PortalDeps,
  { customer: { organizationId, email: address }, newEmail }: Move,
): Promise<void> {
  const organization = await findOrganization(uow.tx, organizationId)
  assert(organization !== undefined, 'the organization of a customer exists')
  const sender = plainName(organization.name) ?? siteHost(deps)
  const message = customerEmailChangedMessage({ sender, seller: organization.name, newEmail })
  await queueMail(uow, deps.keyring, { to: { address }, sender, ...message })
}
