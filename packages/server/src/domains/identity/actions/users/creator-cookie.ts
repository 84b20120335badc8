import { type Id, id } from '@guildhall/contract/primitives'
import { cookieLine } from '../../rules/sessions/cookies.ts'
import type { IdentityDeps } from '../deps.ts'

type Deps = Pick<IdentityDeps, 'keyring' | 'cookieNames' | 'config'>

const userId = id('user')

/**
 * Tells the browser of a user who may not sign in before their address is verified from that of a
 * stranger who reads the mailbox.
 */
export function rememberCreator(
  { keyring, cookieNames: names, config }: Deps,
  reply: { addCookie(line: string): void },
  creator: Id<'user'>,
): void {
  const ageSeconds = config.lifetimes.verificationSeconds
  const value = keyring.signCookie(`${prefix}${creator}`)
  reply.addCookie(cookieLine(names, { name: names.creator, value, ageSeconds }))
}

/** Null if no user was created here lately. */
export function rememberedCreator(
  { keyring, cookieNames }: Pick<Deps, 'keyring' | 'cookieNames'>,
  browser: { cookie(name: string): string | null },
): Id<'user'> | null {
  const cookie = browser.cookie(cookieNames.creator)
  const value = cookie === null ? null : keyring.readCookie(cookie)
  if (value === null || !value.startsWith(prefix)) return null
  return userId.safeParse(value.slice(prefix.length)).data ?? null
}

/** No other signed cookie has such a value. */
const prefix = 'creator of '
