import type { JsonObject } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { Message } from '../messages/message.ts'
import { accountLink } from '../rules/links.ts'
import type { UserRow } from '../store/users/users.ts'
import { issueVerification, type Purpose } from '../store/verifications.ts'
import type { IdentityDeps } from './deps.ts'
import { mailUser, type Recipient, siteHost } from './notify-user.ts'

interface NewLink {
  readonly purpose: Purpose
  /** What the link may do beyond its purpose. */
  readonly value: JsonObject
  readonly lifetimeSeconds: number
  readonly target: (secret: string) => Target
  readonly message: (link: MailedLink) => Message
}

interface Target {
  readonly path: `/${string}`
  readonly query: Readonly<Record<string, string>>
}

interface MailedLink {
  readonly site: string
  readonly email: string
  readonly url: string
  readonly lifetimeSeconds: number
}

/** Mails a link that works once. Its secret exists nowhere but in this mail. */
export async function mailLink(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: Recipient & Pick<UserRow, 'id'>,
  link: NewLink,
): Promise<void> {
  const { purpose, lifetimeSeconds } = link
  const value = { ...link.value, email: user.email }
  const issue = { purpose, userId: user.id, value, lifetimeSeconds }
  const secret = await issueVerification(uow, deps.keyring, issue)
  const { path, query } = link.target(secret)
  const url = accountLink(deps.config.server.url, path, query)
  const mailed = { site: siteHost(deps), email: user.email, url, lifetimeSeconds }
  await mailUser(uow, deps, user, link.message(mailed))
}
