import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { sendResetMail } from '../actions/credentials/reset-password.ts'
import type { IdentityDeps } from '../actions/deps.ts'
import { type MailRequest, openMailRequest } from '../actions/request-mail.ts'
import { sendVerificationMail } from '../actions/users/verify-email.ts'
import { recordAudit } from '../store/audit.ts'
import { findUserByEmail } from '../store/users/users.ts'

/** Sends a mail requested by somebody who wasn't signed in, if the address is a user's. */
export const sendRequestedMail: JobDefinition<IdentityDeps> = job({
  name: 'identity.send_requested_mail',
  payload: z.object({ id: id('mailRequest'), sealed: z.string() }),
  on: [
    when('mail.requested', ['sealed'], ({ object, payload: { sealed } }) => [
      { payload: { id: object.id, sealed } },
    ]),
  ],
  async run(deps: IdentityDeps, payload, { log }) {
    const request = openMailRequest(deps.keyring, payload)
    if (request === null) {
      log.warn('a requested mail was sealed with a secret that is no longer configured')
      return
    }
    await runUnitOfWork(deps.uowFactory, {}, (uow) => send(uow, deps, request))
  },
})

async function send(uow: UnitOfWork, deps: IdentityDeps, request: MailRequest): Promise<void> {
  const { wants, email, destination, address, userAgent } = request
  const user = await findUserByEmail(uow.tx, email)
  if (user === undefined) return
  const from = { address, userAgent }
  if (wants === 'reset') {
    return sendResetMail(uow, deps, user, { redirectTo: destination, from })
  }
  // A verified address needs no link, which could only be used to sign in.
  if (user.emailVerified) return
  await recordAudit(uow.tx, { userId: user.id, action: 'email.verification-request', from })
  await sendVerificationMail(uow, deps, user, destination)
}
