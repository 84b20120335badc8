import * as contract from '@guildhall/contract/identity/sign-in'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { withQuantizedTime } from '../../actions/credentials/quantized-time.ts'
import { signInWithPassword } from '../../actions/credentials/sign-in-with-password.ts'
import { signUp } from '../../actions/credentials/sign-up.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { originOf } from '../../actions/origin.ts'
import { completeSignIn } from '../../actions/sessions/start-session.ts'
import { rememberCreator } from '../../actions/users/creator-cookie.ts'
import { presentUserLite } from '../../present/user.ts'
import { decideUsername } from '../../rules/credentials/username.ts'
import { readEmail } from '../../rules/users/email.ts'
import {
  findCredentialByEmail,
  findCredentialByUsername,
} from '../../store/credentials/credentials.ts'
import { findUserByUsername } from '../../store/users/users.ts'
import { checkDestinations } from '../check-destinations.ts'
import { checkCaptcha } from './captcha.ts'
import { checkNewPassword } from './check-new-password.ts'
import { limitGuessesEverywhere, limitPasswordGuesses } from './limit-guesses.ts'

export const signInRoutes = (deps: IdentityDeps): OperationRoute[] => [
  signUpRoute(deps),
  emailRoute(deps),
  usernameRoute(deps),
  availableRoute(deps),
]

const signUpRoute = (deps: IdentityDeps) =>
  serve(contract.signUpEmail, async (call) => {
    const { body } = call
    checkDestinations(deps, body)
    const email = accept(readEmail(body.email))
    const username =
      body.username === undefined
        ? null
        : accept(decideUsername(deps.config.usernames, body.username, body.displayUsername))
    await checkCaptcha(deps, call)
    accept(await checkNewPassword(deps, body.password, { ...body, email }))
    const { config, clock } = deps
    const input = {
      email,
      name: body.name,
      image: body.image ?? null,
      username,
      passwordHash: await deps.hashing.hash(body.password),
      remembered: body.rememberMe ?? true,
      callbackURL: body.callbackURL ?? null,
      from: originOf(call),
    }
    const run = () => signUp(deps, input)
    const { user, outcome } = await (config.accounts.verifyEmailRequired
      ? withQuantizedTime(clock, run)
      : run())
    const started = outcome === null ? null : completeSignIn(call, outcome)
    if (started === null) rememberCreator(deps, call, user.id)
    return { token: started?.token ?? null, user }
  })

const emailRoute = (deps: IdentityDeps) =>
  serve(contract.signInEmail, async (call) => {
    const { body } = call
    checkDestinations(deps, body)
    const email = accept(readEmail(body.email))
    await limitPasswordGuesses(deps, call, email)
    await checkCaptcha(deps, call)
    const search = await findCredentialByEmail(deps.uowFactory.database, email)
    const userId = search.credential?.userId ?? null
    await limitGuessesEverywhere(deps, call, { account: email, userId })
    const callbackURL = body.callbackURL ?? null
    const outcome = await signInWithPassword(deps, {
      search,
      password: body.password,
      remembered: body.rememberMe ?? true,
      from: originOf(call),
      method: 'password',
      refusals: { invalid: 'invalid_email_or_password', notVerified: 'email_not_verified' },
      callbackURL,
    })
    const started = completeSignIn(call, outcome)
    return {
      redirect: callbackURL !== null,
      token: started.token,
      ...(callbackURL !== null && { url: callbackURL }),
      user: presentUserLite(started.user),
    }
  })

const availableRoute = ({ uowFactory, config }: IdentityDeps) =>
  serve(contract.isUsernameAvailable, async ({ body }) => {
    const { username } = accept(decideUsername(config.usernames, body.username))
    const owner = await findUserByUsername(uowFactory.database.kysely, username)
    return { available: owner === undefined }
  })

const usernameRoute = (deps: IdentityDeps) =>
  serve(contract.signInUsername, async (call) => {
    const { username: typed, password, rememberMe = true } = call.body
    if (typed === '' || password === '') throw new Problem('invalid_username_or_password')
    const { username } = accept(decideUsername(deps.config.usernames, typed))
    await limitPasswordGuesses(deps, call, username)
    await checkCaptcha(deps, call)
    const search = await findCredentialByUsername(deps.uowFactory.database, username)
    const userId = search.credential?.userId ?? null
    await limitGuessesEverywhere(deps, call, { account: username, userId })
    const outcome = await signInWithPassword(deps, {
      search,
      password,
      remembered: rememberMe,
      from: originOf(call),
      method: 'username',
      refusals: {
        invalid: 'invalid_username_or_password',
        notVerified: 'username_email_not_verified',
      },
      callbackURL: null,
    })
    const { user, token } = completeSignIn(call, outcome)
    return { token, user: { ...presentUserLite(user), username: user.username } }
  })
