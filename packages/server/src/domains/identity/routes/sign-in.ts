import * as contract from '@guildhall/contract/identity/sign-in'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import type { Work } from '../../../platform/work.ts'
import { inEvenTime } from '../actions/even-time.ts'
import { giveCredentials } from '../actions/give-credentials.ts'
import { originOf } from '../actions/origin.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { presentUserLite } from '../actions/present.ts'
import { sendVerificationMail } from '../actions/send-verification-mail.ts'
import { signInByPassword } from '../actions/sign-in.ts'
import { signUp } from '../actions/sign-up.ts'
import { readEmail } from '../rules/email.ts'
import { decideUsername } from '../rules/username.ts'
import { type Credential, credentialByEmail, credentialByUsername } from '../store/credentials.ts'
import { findUser } from '../store/users.ts'
import { checkCaptcha } from './captcha.ts'
import { checkDestinations } from './check-destinations.ts'
import { limitGuesses } from './limit-guesses.ts'
import { checkNewPassword } from './new-password.ts'

/** Coming in by a password. */
export const signInRoutes = (parts: IdentityParts): EndpointRoute[] => [
  signUpRoute(parts),
  emailRoute(parts),
  usernameRoute(parts),
]

const signUpRoute = (parts: IdentityParts) =>
  serve(contract.signUpEmail, async (call) => {
    const { body } = call
    checkDestinations(parts, body)
    const email = accept(readEmail(body.email))
    const username =
      body.username === undefined
        ? null
        : accept(decideUsername(parts.config.usernames, body.username, body.displayUsername))
    await checkCaptcha(parts, call)
    accept(await checkNewPassword(parts, body.password, { ...body, email }))
    const { config, clock } = parts
    const wish = {
      email,
      name: body.name,
      image: body.image ?? null,
      username,
      passwordHash: await parts.hashing.hash(body.password),
      remembered: body.rememberMe ?? true,
      callbackURL: body.callbackURL ?? null,
      from: originOf(call),
    }
    const run = () => signUp(parts, wish)
    const { user, started } = await (config.accounts.verifyEmailRequired
      ? inEvenTime(clock, run)
      : run())
    if (started !== null) giveCredentials(call, started)
    return { token: started?.token ?? null, user }
  })

const emailRoute = (parts: IdentityParts) =>
  serve(contract.signInEmail, async (call) => {
    const { body } = call
    checkDestinations(parts, body)
    const email = accept(readEmail(body.email))
    await limitGuesses(parts, call, email)
    await checkCaptcha(parts, call)
    const search = await credentialByEmail(parts.workshop.database, email)
    const callbackURL = body.callbackURL ?? null
    const started = await signInByPassword(parts, {
      search,
      password: body.password,
      remembered: body.rememberMe ?? true,
      from: originOf(call),
      method: 'password',
      refusals: { invalid: 'invalid_email_or_password', notVerified: 'email_not_verified' },
      remind: (unit) => remind(unit, parts, search.credential, callbackURL),
    })
    giveCredentials(call, started)
    return {
      redirect: callbackURL !== null,
      token: started.token,
      ...(callbackURL !== null && { url: callbackURL }),
      user: presentUserLite(started.user),
    }
  })

const usernameRoute = (parts: IdentityParts) =>
  serve(contract.signInUsername, async (call) => {
    const { username: typed, password, rememberMe = true } = call.body
    if (typed === '' || password === '') throw new Problem('invalid_username_or_password')
    const { username } = accept(decideUsername(parts.config.usernames, typed))
    await limitGuesses(parts, call, username)
    await checkCaptcha(parts, call)
    const search = await credentialByUsername(parts.workshop.database, username)
    const started = await signInByPassword(parts, {
      search,
      password,
      remembered: rememberMe,
      from: originOf(call),
      method: 'username',
      refusals: {
        invalid: 'invalid_username_or_password',
        notVerified: 'username_email_not_verified',
      },
      remind: (unit) => remind(unit, parts, search.credential, null),
    })
    giveCredentials(call, started)
    const { user, token } = started
    return { token, user: { ...presentUserLite(user), username: user.username } }
  })

async function remind(
  unit: Work,
  parts: IdentityParts,
  credential: Credential | null,
  callbackURL: string | null,
): Promise<void> {
  const user = credential === null ? undefined : await findUser(unit.tx, credential.userId)
  if (user !== undefined) await sendVerificationMail(unit, parts, user, callbackURL)
}
