import { Problem } from '../../../kernel/refusal.ts'
import type { Config } from '../../../platform/config/config.ts'
import { isLoopbackHost } from '../../../platform/http-client/addresses.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { Circumstances, Message } from '../messages/message.ts'
import type { Origin } from '../store/audit.ts'
import type { UserRow } from '../store/users/users.ts'
import type { IdentityDeps } from './deps.ts'

/** Without a mail server, mails can be read on the mailbox page of a local server only. */
export const canSendMail = ({ mail, server }: Config): boolean =>
  mail.smtpUrl !== null || isLoopbackHost(new URL(server.url).hostname)

export type Recipient = Pick<UserRow, 'email' | 'emailVerified' | 'name'>

/** Mails the user about a change to their account. */
export async function notifyUser(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: Recipient,
  message: Message,
): Promise<void> {
  if (!canSendMail(deps.config)) return
  if (await isWithinMailBudget(deps, 'notice', user.email)) await mailUser(uow, deps, user, message)
}

/**
 * Leaves out the name for an unverified address: the person who signed up with it chose that text.
 */
export async function mailUser(
  uow: UnitOfWork,
  { keyring }: Pick<IdentityDeps, 'keyring'>,
  { email: address, emailVerified, name }: Recipient,
  message: Message,
): Promise<void> {
  await queueMail(uow, keyring, {
    to: { address, name: emailVerified ? name : null },
    ...message,
  })
}

/** The name of this server in mails. */
export const siteHost = ({ config }: Pick<IdentityDeps, 'config'>): string =>
  new URL(config.server.url).host

export const forgotPasswordUrl = ({ config }: Pick<IdentityDeps, 'config'>): string =>
  new URL('/forgot-password', config.server.url).href

/** Hides the address of an operator who acts as the user. */
export const circumstancesOf = (at: Date, { address, operatorId }: Origin): Circumstances => ({
  at,
  address: operatorId === undefined ? address : '',
})

type MailKind = 'notice' | 'verify-email' | 'change-email' | 'reset-password' | 'delete-account'

const mailsMax: Readonly<Record<MailKind, number>> = {
  notice: 20,
  'verify-email': 5,
  'change-email': 5,
  'reset-password': 5,
  'delete-account': 5,
}
const windowSeconds = 3_600

type BudgetDeps = Pick<IdentityDeps, 'limit'>

/**
 * Counts a mail to an address, regardless of who requested it, so that no one can flood a mailbox
 * through this server. An exhausted budget locks no one out: the mails that used it have arrived.
 */
export const spendMailBudget = (
  { limit }: BudgetDeps,
  kind: MailKind,
  address: string,
): Promise<void> => limit(`mails.${kind}`, mailsMax[kind], windowSeconds, ['address', address])

/** For requests whose sender must not learn whether a mail was sent. */
export async function isWithinMailBudget(
  deps: BudgetDeps,
  kind: MailKind,
  address: string,
): Promise<boolean> {
  try {
    await spendMailBudget(deps, kind, address)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
