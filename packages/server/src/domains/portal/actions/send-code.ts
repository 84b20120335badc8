import { plainName } from '../../../platform/mail/plain-name.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { mailRecipient } from '../../customers/rules/mail-recipient.ts'
import { lockCustomersToMail } from '../../customers/store/customers.ts'
import { canSendMail, siteHost } from '../../identity/actions/notify-user.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { portalCodeMessage } from '../messages/portal-code.ts'
import {
  codeBinding,
  codeMilliseconds,
  mayMailAnother,
  needsLongCode,
  networksGuessesMax,
} from '../rules/portal-code.ts'
import { addCode, codesOf } from '../store/portal-codes.ts'
import type { PortalDeps } from './deps.ts'
import { longCodeOf } from './long-code.ts'
import { makeCode } from './make-code.ts'
import type { CodeRequest } from './request-code.ts'

/** Mails a code to the customer with this address, if there is one. */
export async function sendCode(
  uow: UnitOfWork,
  deps: PortalDeps,
  { organizationId, email }: CodeRequest,
): Promise<void> {
  const { tx } = uow
  const organization = await findOrganization(tx, organizationId)
  const customers = await lockCustomersToMail(tx, { organizationId, email })
  const [customer] = customers
  if (organization === undefined || customer === undefined || !canSendMail(deps.config)) return
  const customerId = customer.id
  // Codes expire in real time, whatever the organization's clock says.
  const now = deps.clock.now()
  const customerIds = customers.map(({ id }) => id)
  const earlier = await codesOf(tx, { organizationId, customerIds })
  if (!mayMailAnother(earlier, now)) return
  const code = makeCode()
  const { keyId, mac } = deps.keyring.sign(codeBinding(customer, code))
  const id = uow.newId('portalCode')
  await addCode(tx, {
    organizationId,
    id,
    customerId,
    keyId,
    codeMac: mac,
    guessesLeft: networksGuessesMax,
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeMilliseconds),
  })
  const longCode = needsLongCode(earlier, now)
    ? longCodeOf(deps.keyring, customer, { id, keyId })
    : null
  const sender = plainName(organization.name) ?? siteHost(deps)
  const message = portalCodeMessage({ sender, seller: organization.name, code, longCode })
  await queueMail(uow, deps.keyring, { to: mailRecipient(customer), sender, ...message })
}
