import {
  cancelEmailChange,
  changeEmail,
  pendingEmailChange,
  sendVerificationEmail,
} from '@guildhall/contract/identity/email'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { canMail } from '../actions/can-mail.ts'
import {
  cancelEmailChange as cancelEmailChangeOf,
  changeEmail as changeEmailOf,
  waitingChange,
} from '../actions/change-email.ts'
import { giveCredentials } from '../actions/give-credentials.ts'
import { originOf } from '../actions/origin.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { requestMail } from '../actions/request-mail.ts'
import { sendVerificationMail } from '../actions/send-verification-mail.ts'
import { sessionCredentials } from '../actions/session-cookies.ts'
import { recordAudit } from '../store/audit.ts'
import { signedInOn } from './callers.ts'
import { checkDestinations } from './check-destinations.ts'
import { verifyEmailRoute } from './verify-email.ts'

const done = { status: true } as const

export const emailRoutes = (parts: IdentityParts): readonly EndpointRoute[] => [
  sendVerificationRoute(parts),
  verifyEmailRoute(parts),
  changeEmailRoute(parts),
  serve(pendingEmailChange, async ({ caller }) => {
    const waiting = await waitingChange(parts, caller)
    if (waiting === null) return null
    const { email: sentTo, newEmail, expiresAt } = waiting
    return { newEmail, sentTo, expiresAt }
  }),
  serve(cancelEmailChange, async (call) => {
    await work(parts.workshop, {}, (unit) => cancelEmailChangeOf(unit, call.caller, originOf(call)))
    return done
  }),
]

const sendVerificationRoute = (parts: IdentityParts) =>
  serve(sendVerificationEmail, async (call) => {
    const { email, callbackURL } = call.body
    checkDestinations(parts, { callbackURL })
    if (!canMail(parts.config)) throw new Problem('verification_email_is_not_enabled')
    const signedIn = await signedInOn(parts, call)
    const from = originOf({ address: call.address, headers: call.headers, caller: signedIn })
    const destination = callbackURL ?? null
    if (signedIn === null) {
      const request = { wants: 'verification', email, destination, ...from } as const
      await work(parts.workshop, {}, async (unit) => requestMail(unit, parts.keyring, request))
      return done
    }
    const { user } = signedIn
    if (user.emailVerified) throw new Problem('only_to_an_unverified_email')
    if (user.email !== email) throw new Problem('only_to_your_own_email')
    await work(parts.workshop, {}, async (unit) => {
      await recordAudit(unit.tx, { userId: user.id, action: 'email.verification-request', from })
      await sendVerificationMail(unit, parts, user, destination)
    })
    return done
  })

const changeEmailRoute = (parts: IdentityParts) =>
  serve(changeEmail, async (call) => {
    const { newEmail, callbackURL } = call.body
    checkDestinations(parts, { callbackURL })
    const change = { newEmail, callbackURL: callbackURL ?? null, from: originOf(call) }
    const user = await work(parts.workshop, {}, (unit) =>
      changeEmailOf(unit, parts, call.caller, change),
    )
    if (user !== null) {
      const changed = { ...call.caller, user }
      giveCredentials(call, sessionCredentials(parts, changed, parts.clock.now()))
    }
    return done
  })
