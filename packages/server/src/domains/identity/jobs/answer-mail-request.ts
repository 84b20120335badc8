import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { type Work, work } from '../../../platform/work.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { type MailRequest, mailRequested, openMailRequest } from '../actions/request-mail.ts'
import { sendResetMail } from '../actions/send-reset-mail.ts'
import { sendVerificationMail } from '../actions/send-verification-mail.ts'
import { recordAudit } from '../store/audit.ts'
import { findUserByEmail } from '../store/users.ts'

export const answerMailRequestTask = 'identity.answerMailRequest'

export const mailRequestReaction: Reaction = {
  on: mailRequested,
  jobs: ({ object, payload }) => [
    { task: answerMailRequestTask, payload: { ...payload, id: object.id } },
  ],
}

const payloadOf = z.object({ id: id('mailRequest'), sealed: z.string() })

/** Mails what somebody asked for without being signed in, if there is anybody to mail it to. */
export function answerMailRequest(parts: IdentityParts): Task {
  return async (payload, { log }) => {
    const request = openMailRequest(parts.keyring, payloadOf.parse(payload))
    if (request !== null) await work(parts.workshop, {}, (unit) => answer(unit, parts, request))
    else log.warn('a mail that was asked for was sealed with a secret that is no longer listed')
  }
}

async function answer(unit: Work, parts: IdentityParts, request: MailRequest): Promise<void> {
  const { wants, email, destination, address, userAgent } = request
  const user = await findUserByEmail(unit.tx, email)
  if (user === undefined) return
  const from = { address, userAgent }
  if (wants === 'reset') {
    return sendResetMail(unit, parts, user, { redirectTo: destination, from, at: unit.now })
  }
  // A proved address needs no proof, and a link for it could only be used to sign in.
  if (user.emailVerified) return
  await recordAudit(unit.tx, { userId: user.id, action: 'email.verification-request', from })
  await sendVerificationMail(unit, parts, user, destination)
}
