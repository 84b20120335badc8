import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { plainName } from '../../../platform/mail/plain-name.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import { canSendMail, siteHost } from '../../identity/actions/notify-user.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { emailChangeCodeMessage } from '../messages/email-change.ts'
import { changeBinding, codeMilliseconds, guessesMax } from '../rules/portal-code.ts'
import { saveEmailChange } from '../store/email-changes.ts'
import type { PortalDeps } from './deps.ts'
import { makeCode } from './make-code.ts'

const mailsMax = 5
const windowSeconds = 3600

/**
 * Counts a code to a new address, for the customer and for the address, so that no one can flood a
 * mailbox through this server. Runs outside the transaction, like all limits.
 */
export async function limitEmailChanges(
  { config, limit }: Pick<PortalDeps, 'config' | 'limit'>,
  { id, email }: Pick<CustomerRow, 'id' | 'email'>,
): Promise<void> {
  if (!canSendMail(config)) throw new Problem('portal_email_change_off')
  await limit('customer email changes', mailsMax, windowSeconds, ['customer', id])
  await limit('mails.customer-email', mailsMax, windowSeconds, ['address', email.toLowerCase()])
}

/**
 * Mails a code to the new address of a locked customer. Nobody looks here whether another customer
 * has it: only its owner may learn that, with the code.
 */
export async function requestEmailChange(
  uow: UnitOfWork,
  deps: PortalDeps,
  { organizationId, id: customerId, email: formerEmail }: CustomerRow,
  newEmail: string,
): Promise<void> {
  const organization = await findOrganization(uow.tx, organizationId)
  assert(organization !== undefined, 'the organization of a customer exists')
  const code = makeCode()
  const change = { organizationId, customerId, formerEmail, newEmail }
  const { keyId, mac } = deps.keyring.sign(changeBinding(change, code))
  // Codes expire in real time, whatever the organization's clock says.
  const now = deps.clock.now()
  await saveEmailChange(uow.tx, {
    ...change,
    id: uow.newId('emailChange'),
    keyId,
    codeMac: mac,
    guessesLeft: guessesMax,
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeMilliseconds),
  })
  const sender = plainName(organization.name) ?? siteHost(deps)
  const message = emailChangeCodeMessage({ sender, seller: organization.name, code })
  await queueMail(uow, deps.keyring, { to: { address: newEmail }, sender, ...message })
}
