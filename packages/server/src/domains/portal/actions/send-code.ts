import { randomInt } from 'node:crypto'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { Work } from '../../../platform/work.ts'
import { lockCustomerWithEmail } from '../../customers/index.ts'
import { canMail, siteOf } from '../../identity/index.ts'
import { findOrganization } from '../../organizations/index.ts'
import { portalCodeMessage } from '../messages/portal-code.ts'
import { codeMilliseconds, guessesMax, isAnotherDue } from '../rules/portal-code.ts'
import { lockCode, putCode } from '../store/portal-codes.ts'
import { bindingOf } from './code-binding.ts'
import type { PortalParts } from './parts.ts'
import type { CodeRequest } from './request-code.ts'

/** Mails a code to the customer who has the address, if there is one. */
export async function sendCode(
  work: Work,
  parts: PortalParts,
  { organizationId, email }: CodeRequest,
): Promise<void> {
  const { tx } = work
  const organization = await findOrganization(tx, organizationId)
  const customer = await lockCustomerWithEmail(tx, { organizationId, email })
  if (organization === undefined || customer === undefined || !canMail(parts.config)) return
  const customerId = customer.id
  // Half an hour of the one who waits at their mailbox, wherever the organization's clock stands.
  const now = parts.clock.now()
  const known = await lockCode(tx, { organizationId, customerId })
  if (!isAnotherDue(known, now)) return
  const code = makeCode()
  const { keyId, mac } = parts.keyring.sign(bindingOf(customer, code))
  await putCode(tx, {
    organizationId,
    id: work.newId('portalCode'),
    customerId,
    keyId,
    codeMac: mac,
    guessesLeft: guessesMax,
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeMilliseconds),
  })
  const told = portalCodeMessage({ site: siteOf(parts), seller: organization.name, code })
  const to = { name: customer.name, address: customer.email }
  await queueMail(work, parts.keyring, { to, ...told })
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const codeLength = 6

/** Short enough to be typed. */
const makeCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
