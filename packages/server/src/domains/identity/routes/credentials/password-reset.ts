import {
  forgetPassword,
  openResetLink,
  requestPasswordReset,
  resetPassword,
} from '@guildhall/contract/identity/password-reset'
import type { BodyOf } from '@guildhall/contract/operation'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import { redirectTo } from '../../../../platform/http/direct-answer.ts'
import { type AnyCall, type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import {
  findUserByResetToken,
  resetPassword as resetPasswordOf,
} from '../../actions/credentials/reset-password.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { canSendMail } from '../../actions/notify-user.ts'
import { originOf } from '../../actions/origin.ts'
import { requestMail } from '../../actions/request-mail.ts'
import { decideNewPassword } from '../../rules/credentials/new-password.ts'
import { withParameter } from '../../rules/links.ts'
import { checkDestinations } from '../check-destinations.ts'
import { checkCaptcha } from './captcha.ts'
import { checkNewPassword } from './check-new-password.ts'

export const passwordResetRoutes = (deps: IdentityDeps): readonly OperationRoute[] => [
  serve(forgetPassword, (call) => request(deps, call)),
  serve(requestPasswordReset, (call) => request(deps, call)),
  openLinkRoute(deps),
  resetRoute(deps),
]

const requested = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
} as const

interface ResetCall extends Pick<AnyCall, 'headers' | 'address'> {
  readonly body: BodyOf<typeof requestPasswordReset>
}

async function request(deps: IdentityDeps, call: ResetCall): Promise<typeof requested> {
  const { email, redirectTo: destination } = call.body
  await checkCaptcha(deps, call)
  checkDestinations(deps, { redirectTo: destination })
  if (!canSendMail(deps.config)) throw new Problem('reset_password_is_not_enabled')
  const mail = { wants: 'reset', email, destination: destination ?? null } as const
  await runUnitOfWork(deps.uowFactory, {}, async (uow) =>
    requestMail(uow, deps.keyring, { ...mail, ...originOf(call) }),
  )
  return requested
}

const openLinkRoute = (deps: IdentityDeps) =>
  serve(openResetLink, async ({ params: { token }, query: { callbackURL } }) => {
    const publicUrl = deps.config.server.url
    if (callbackURL === undefined) {
      return redirectTo(new URL('/api/auth/error?error=INVALID_TOKEN', publicUrl).href)
    }
    checkDestinations(deps, { callbackURL })
    const target = new URL(callbackURL, publicUrl).href
    const isValid = (await findUserByResetToken(deps, token)) !== null
    return redirectTo(
      isValid
        ? withParameter(target, 'token', token)
        : withParameter(target, 'error', 'INVALID_TOKEN'),
    )
  })

const resetRoute = (deps: IdentityDeps) =>
  serve(resetPassword, async (call) => {
    const { newPassword } = call.body
    const secret = call.body.token ?? call.query.token ?? ''
    accept(decideNewPassword(deps.config.passwords, newPassword, null))
    // Only the holder of a token may cause calls to other services and hashing.
    const user = await findUserByResetToken(deps, secret)
    if (user === null) throw new Problem('reset_token_is_invalid')
    accept(await checkNewPassword(deps, newPassword, user))
    const passwordHash = await deps.hashing.hash(newPassword)
    const reset = { userId: user.id, secret, passwordHash, from: originOf(call) }
    await runUnitOfWork(deps.uowFactory, {}, (uow) => resetPasswordOf(uow, deps, reset))
    return { status: true as const }
  })
