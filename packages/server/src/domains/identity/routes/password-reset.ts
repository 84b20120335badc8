import type { BodyOf } from '@guildhall/contract/endpoint'
import {
  forgetPassword,
  openResetLink,
  requestPasswordReset,
  resetPassword,
} from '@guildhall/contract/identity/password-reset'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { redirectTo } from '../../../platform/http/direct-answer.ts'
import { type AnyCall, type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { canMail } from '../actions/can-mail.ts'
import { originOf } from '../actions/origin.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { requestMail } from '../actions/request-mail.ts'
import { findResetting, resetPassword as resetPasswordOf } from '../actions/reset-password.ts'
import { withParameter } from '../rules/links.ts'
import { decideNewPassword } from '../rules/new-password.ts'
import { checkCaptcha } from './captcha.ts'
import { checkDestinations } from './check-destinations.ts'
import { checkNewPassword } from './new-password.ts'

export const passwordResetRoutes = (parts: IdentityParts): readonly EndpointRoute[] => [
  serve(forgetPassword, (call) => request(parts, call)),
  serve(requestPasswordReset, (call) => request(parts, call)),
  openLinkRoute(parts),
  resetRoute(parts),
]

const requested = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
} as const

interface ResetCall extends Pick<AnyCall, 'headers' | 'address'> {
  readonly body: BodyOf<typeof requestPasswordReset>
}

async function request(parts: IdentityParts, call: ResetCall): Promise<typeof requested> {
  const { email, redirectTo: destination } = call.body
  await checkCaptcha(parts, call)
  checkDestinations(parts, { redirectTo: destination })
  if (!canMail(parts.config)) throw new Problem('reset_password_is_not_enabled')
  const wish = { wants: 'reset', email, destination: destination ?? null } as const
  await work(parts.workshop, {}, async (unit) =>
    requestMail(unit, parts.keyring, { ...wish, ...originOf(call) }),
  )
  return requested
}

const openLinkRoute = (parts: IdentityParts) =>
  serve(openResetLink, async ({ params: { token }, query: { callbackURL } }) => {
    const publicUrl = parts.config.server.url
    if (callbackURL === '') {
      return redirectTo(new URL('/api/auth/error?error=INVALID_TOKEN', publicUrl).href)
    }
    checkDestinations(parts, { callbackURL })
    const target = new URL(callbackURL, publicUrl).href
    const isValid = (await findResetting(parts, token)) !== null
    return redirectTo(
      isValid
        ? withParameter(target, 'token', token)
        : withParameter(target, 'error', 'INVALID_TOKEN'),
    )
  })

const resetRoute = (parts: IdentityParts) =>
  serve(resetPassword, async (call) => {
    const { newPassword } = call.body
    const secret = call.body.token ?? call.query.token ?? ''
    accept(decideNewPassword(parts.config.passwords, newPassword, null))
    // Only whoever holds a token may make us ask others and hash.
    const user = await findResetting(parts, secret)
    if (user === null) throw new Problem('reset_token_is_invalid')
    accept(await checkNewPassword(parts, newPassword, user))
    const passwordHash = await parts.hashing.hash(newPassword)
    const reset = { userId: user.id, secret, passwordHash, from: originOf(call) }
    await work(parts.workshop, {}, (unit) => resetPasswordOf(unit, parts, reset))
    return { status: true as const }
  })
