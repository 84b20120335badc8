import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { Work } from '../../../platform/work.ts'
import type { Circumstances, Message } from '../messages/message.ts'
import type { Origin } from '../store/audit.ts'
import type { UserRow } from '../store/users.ts'
import { canMail } from './can-mail.ts'
import { isWithinBudget } from './mail-budget.ts'
import type { IdentityParts } from './parts.ts'

export type Recipient = Pick<UserRow, 'email' | 'emailVerified' | 'name'>

/** Mails the user what happened to their account. */
export async function tellUser(
  work: Work,
  parts: IdentityParts,
  user: Recipient,
  message: Message,
): Promise<void> {
  if (!canMail(parts.config)) return
  if (await isWithinBudget(parts, 'notice', user.email)) await mailUser(work, parts, user, message)
}

/** To an address that nobody has proved, the name would be a stranger's words. */
export async function mailUser(
  work: Work,
  { keyring }: Pick<IdentityParts, 'keyring'>,
  { email: address, emailVerified, name }: Recipient,
  message: Message,
): Promise<void> {
  await queueMail(work, keyring, {
    to: { address, name: emailVerified ? name : null },
    ...message,
  })
}

/** What mails call this server. */
export const siteOf = ({ config }: Pick<IdentityParts, 'config'>): string =>
  new URL(config.server.url).host

/** An operator who acts as the user is seen, but not from where. */
export const circumstancesOf = (at: Date, { address, operatorId }: Origin): Circumstances => ({
  at,
  address: operatorId === undefined ? address : '',
})
