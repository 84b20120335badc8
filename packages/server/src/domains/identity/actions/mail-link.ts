import type { JsonObject } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import type { Message } from '../messages/message.ts'
import { accountLink } from '../rules/links.ts'
import type { UserRow } from '../store/users.ts'
import { issueVerification, type Purpose } from '../store/verifications.ts'
import type { IdentityParts } from './parts.ts'
import { mailUser, type Recipient, siteOf } from './tell-user.ts'

interface NewLink {
  readonly purpose: Purpose
  /** What opening the link may do, besides what its purpose says. */
  readonly value: JsonObject
  readonly lifetimeSeconds: number
  readonly target: (secret: string) => Target
  readonly message: (told: LinkTold) => Message
}

interface Target {
  readonly path: `/${string}`
  readonly query: Readonly<Record<string, string>>
}

interface LinkTold {
  readonly site: string
  readonly email: string
  readonly url: string
  readonly lifetimeSeconds: number
}

/** Mails a link that works once. Its secret is nowhere but in this mail. */
export async function mailLink(
  work: Work,
  parts: IdentityParts,
  user: Recipient & Pick<UserRow, 'id'>,
  link: NewLink,
): Promise<void> {
  const { purpose, lifetimeSeconds } = link
  const value = { ...link.value, email: user.email }
  const issue = { purpose, userId: user.id, value, lifetimeSeconds }
  const secret = await issueVerification(work, parts.keyring, issue)
  const { path, query } = link.target(secret)
  const url = accountLink(parts.config.server.url, path, query)
  const told = { site: siteOf(parts), email: user.email, url, lifetimeSeconds }
  await mailUser(work, parts, user, link.message(told))
}
