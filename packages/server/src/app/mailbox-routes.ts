import { Problem } from '../kernel/refusal.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Keyring } from '../platform/crypto/keyring.ts'
import type { Database } from '../platform/database/database.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import type { PageRoute } from '../platform/http/page.ts'
import { answerMailbox } from '../platform/mail/mailbox.ts'
import { mailboxAllowed } from '../platform/mail/mailbox-allowed.ts'
import { mailboxPath } from '../platform/mail/mailbox-page.ts'

export interface MailboxDeps {
  readonly config: Config
  readonly database: Database
  readonly keyring: Keyring
  readonly clock: Clock
}

/** The mailbox of a server that has no mail server. */
export function mailboxRoutes(deps: MailboxDeps): PageRoute[] {
  const { config, database, keyring, clock } = deps
  const answer = async ({ headers, path, address }: Exchange) => {
    const header = (name: string) => headers[name]?.toString()
    const allowed = mailboxAllowed({
      url: config.server.url,
      smtpUrl: config.mail.smtpUrl,
      mailbox: config.mail.mailbox,
      peer: address,
      header,
    })
    const page = allowed
      ? await answerMailbox({ database, keyring, now: clock.now() }, path.replace(/\/$/, ''))
      : null
    if (page === null) throw new Problem('not_found')
    return {
      status: page.status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': page.policy,
        // The mail itself is shown in a frame of the mailbox.
        'x-frame-options': 'SAMEORIGIN',
      },
      body: page.html,
    }
  }
  return [mailboxPath, `${mailboxPath}/:id`, `${mailboxPath}/:id/body`].map((path) => ({
    method: 'GET',
    path,
    answer,
  }))
}
