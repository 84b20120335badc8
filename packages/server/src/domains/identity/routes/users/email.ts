import {
  cancelEmailChange,
  changeEmail,
  pendingEmailChange,
  sendVerificationEmail,
} from '@guildhall/contract/identity/email'
import { Problem } from '../../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { canSendMail } from '../../actions/notify-user.ts'
import { originOf } from '../../actions/origin.ts'
import { requestMail } from '../../actions/request-mail.ts'
import { findSignedIn } from '../../actions/sessions/resolve-session.ts'
import { sessionCredentials, setCredentials } from '../../actions/sessions/session-cookies.ts'
import {
  cancelEmailChange as cancelEmailChangeOf,
  changeEmail as changeEmailOf,
  getPendingEmailChange,
} from '../../actions/users/change-email.ts'
import { sendVerificationMail } from '../../actions/users/verify-email.ts'
import { recordAudit } from '../../store/audit.ts'
import { checkDestinations } from '../check-destinations.ts'
import { confirmEmailRoute, describeEmailLinkRoute, verifyEmailRoute } from './verify-email.ts'

const done = { status: true } as const

export const emailRoutes = (deps: IdentityDeps): readonly OperationRoute[] => [
  sendVerificationRoute(deps),
  verifyEmailRoute(deps),
  describeEmailLinkRoute(deps),
  confirmEmailRoute(deps),
  changeEmailRoute(deps),
  serve(pendingEmailChange, async ({ caller }) => {
    const pending = await getPendingEmailChange(deps, caller)
    if (pending === null) return null
    const { email: sentTo, newEmail, expiresAt } = pending
    return { newEmail, sentTo, expiresAt }
  }),
  serve(cancelEmailChange, async (call) => {
    await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      cancelEmailChangeOf(uow, call.caller, originOf(call)),
    )
    return done
  }),
]

const sendVerificationRoute = (deps: IdentityDeps) =>
  serve(sendVerificationEmail, async (call) => {
    const { email, callbackURL } = call.body
    checkDestinations(deps, { callbackURL })
    if (!canSendMail(deps.config)) throw new Problem('verification_email_is_not_enabled')
    const signedIn = await findSignedIn(deps, call)
    const from = originOf({ address: call.address, headers: call.headers, caller: signedIn })
    const destination = callbackURL ?? null
    if (signedIn === null) {
      const request = { wants: 'verification', email, destination, ...from } as const
      await runUnitOfWork(deps.uowFactory, {}, async (uow) =>
        requestMail(uow, deps.keyring, request),
      )
      return done
    }
    const { user } = signedIn
    if (user.emailVerified) throw new Problem('only_to_an_unverified_email')
    if (user.email !== email) throw new Problem('only_to_your_own_email')
    await runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      await recordAudit(uow.tx, { userId: user.id, action: 'email.verification-request', from })
      await sendVerificationMail(uow, deps, user, destination)
    })
    return done
  })

const changeEmailRoute = (deps: IdentityDeps) =>
  serve(changeEmail, async (call) => {
    const { newEmail, callbackURL } = call.body
    checkDestinations(deps, { callbackURL })
    const change = { newEmail, callbackURL: callbackURL ?? null, from: originOf(call) }
    const user = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      changeEmailOf(uow, deps, call.caller, change),
    )
    if (user !== null) {
      const changed = { ...call.caller, user }
      setCredentials(call, sessionCredentials(deps, changed, deps.clock.now()))
    }
    return done
  })
