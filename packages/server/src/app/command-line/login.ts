import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ResponseOf } from '@guildhall/contract/operation'
import {
  getCommandLineLogin,
  revokeShownAccessToken,
  startCommandLineLogin,
} from '@guildhall/contract/organizations/command-line-logins'
import * as z from 'zod/mini'
import type { Environment } from '../../platform/config/setting.ts'
import { callServer, failureOf } from './call-server.ts'
import { type KeptLogin, readLogins, writeLogins } from './kept-logins.ts'
import type { Terminal } from './listen.ts'
import type { LoginOptions } from './login-usage.ts'

type Started = ResponseOf<typeof startCommandLineLogin>
type Approved = NonNullable<ResponseOf<typeof getCommandLineLogin>['approved']>

const pollMilliseconds = 2_000
const nameLengthMax = 63

/** Waits until a user approves the login in the browser; returns the exit code. */
export async function login(
  options: LoginOptions,
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  const { url, isJson } = options
  const before = readLogins(env).logins[url]
  const started = await callServer({ url, token: null }, startCommandLineLogin, {
    body: { device_name: deviceName() },
  })
  if (!('answer' in started)) {
    terminal.printError(failureOf({ url }, started))
    return 1
  }
  terminal.print((isJson ? startedJson : startedText)(started.answer))
  const approved = await untilApproved(url, started.answer, terminal)
  if (approved === null) return 1
  await keep(url, env, keptOf(started.answer.token, approved))
  if (before !== undefined) await revoke(url, before.token)
  terminal.print((isJson ? approvedJson : approvedText)(approved))
  return 0
}

/** Of this machine, for the user who compares it. */
const deviceName = (): string =>
  hostname()
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, nameLengthMax) || 'unknown'

const startedText = ({ verificationUrl, userCode }: Started): string =>
  `Open   ${verificationUrl}\nCode   ${userCode}\n\nWaiting for you to approve “${deviceName()}” there …`

const startedJson = ({ verificationUrl, userCode, expiresAt }: Started): string =>
  JSON.stringify({ verificationUrl, userCode, expiresAt, deviceName: deviceName() })

const approvedText = ({ organizationName, organizationAccessToken: token }: Approved): string => {
  const until = token.expiresAt === null ? '' : ` until ${token.expiresAt.toISOString()}`
  return `Logged in to ${organizationName}${until}, with ${token.scopes.join(', ')}`
}

const approvedJson = ({ organizationAccessToken: token, ...organization }: Approved): string =>
  JSON.stringify({
    ...organization,
    tokenId: token.id,
    scopes: token.scopes,
    expiresAt: token.expiresAt,
  })

const keptOf = (token: string, approved: Approved): KeptLogin => ({
  token,
  tokenId: approved.organizationAccessToken.id,
  organizationName: approved.organizationName,
  organizationSlug: approved.organizationSlug,
})

/** Null if it was denied, expired or interrupted. A server that is restarting is waited for. */
async function untilApproved(
  url: string,
  { token, expiresAt }: Started,
  { clock, signal, printError }: Terminal,
): Promise<Approved | null> {
  while (!signal.aborted && clock.now() < expiresAt) {
    const result = await callServer({ url, token: null }, getCommandLineLogin, { body: { token } })
    if ('refused' in result) {
      printError(result.refused)
      return null
    }
    if ('answer' in result && result.answer.approved !== null) return result.answer.approved
    await sleep(pollMilliseconds, undefined, { signal }).catch(() => undefined)
  }
  printError(signal.aborted ? 'The login was interrupted' : 'The code has expired')
  return null
}

/** A token that can't be kept would be lost, and valid. */
async function keep(url: string, env: Environment, kept: KeptLogin): Promise<void> {
  try {
    writeLogins(env, { current: url, logins: { ...readLogins(env).logins, [url]: kept } })
  } catch (error) {
    await revoke(url, kept.token)
    throw error
  }
}

const revoke = (url: string, token: string) =>
  callServer(
    { url, token: null },
    { ...revokeShownAccessToken, returns: z.null() },
    { body: { token } },
  )

/** Revokes the token, then forgets it; returns the exit code. */
export async function logout(
  { url, isJson }: LoginOptions,
  env: Environment,
  { print, printError }: Pick<Terminal, 'print' | 'printError'>,
): Promise<number> {
  const { current, logins } = readLogins(env)
  const { [url]: kept, ...others } = logins
  if (kept === undefined) {
    printError(`There is no login at ${url}`)
    return 1
  }
  const result = await revoke(url, kept.token)
  if (!('answer' in result)) {
    printError(`${failureOf({ url }, result)}. The token is still valid; try again.`)
    return 1
  }
  writeLogins(env, { current: current === url ? null : current, logins: others })
  print(isJson ? JSON.stringify({ server: url, tokenId: kept.tokenId }) : `Logged out of ${url}`)
  return 0
}
