import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { randomBase62 } from '../../../platform/crypto/base62.ts'
import { hashSecret, sameSecret } from '../../../platform/crypto/tokens.ts'
import type { Work } from '../../../platform/work.ts'
import { cookieLine } from '../rules/cookies.ts'
import { consumeVerification, issueVerification, peekVerification } from '../store/verifications.ts'
import type { IdentityParts } from './parts.ts'

const lifetimeSeconds = 600
const browserCharacters = 24

/** What has to be known again when the browser comes back from the provider. */
const SocialFlow = z.object({
  providerId: z.string(),
  callbackURL: z.nullable(z.string()),
  errorCallbackURL: z.nullable(z.string()),
  newUserCallbackURL: z.nullable(z.string()),
  codeVerifier: z.nullable(z.string()),
  nonce: z.nullable(z.string()),
  scopes: z.array(z.string()),
  requestsSignUp: z.boolean(),
  /** Who links an account, and in which session; null for signing in. */
  link: z.nullable(z.object({ userId: id('user'), sessionId: id('session') })),
})
export type SocialFlow = z.output<typeof SocialFlow>

const State = z.object({ flow: SocialFlow, browserHash: z.string() })

type Parts = Pick<IdentityParts, 'keyring' | 'cookieNames'>

/** The state parameter for a flow that only this browser can finish. */
export function issueState(
  work: Work,
  { keyring }: Parts,
  flow: SocialFlow,
  browser: string,
): Promise<string> {
  return issueVerification(work, keyring, {
    purpose: 'oauth-state',
    userId: flow.link?.userId ?? null,
    value: { flow, browserHash: hashOf(browser) } satisfies z.output<typeof State>,
    lifetimeSeconds,
  })
}

/** Null where it is unknown, used, over, or another browser's; that one may still use it then. */
export async function takeState(
  work: Work,
  { keyring }: Parts,
  state: string,
  browser: string | null,
): Promise<SocialFlow | null> {
  const look = [keyring, 'oauth-state', state, work.now] as const
  const seen = await peekVerification(work.tx, ...look)
  if (seen === null || browser === null) return null
  if (!sameSecret(State.parse(seen.value).browserHash, hashOf(browser))) return null
  const taken = await consumeVerification(work.tx, ...look)
  return taken === null ? null : State.parse(taken.value).flow
}

const hashOf = (browser: string): string => hashSecret(browser).toString('base64')

interface Browser {
  cookie(name: string): string | null
  addCookie(line: string): void
}

/** The secret that this browser has from an earlier sign-in of the last minutes. */
export function browserOf({ keyring, cookieNames }: Parts, browser: Browser): string | null {
  const cookie = browser.cookie(cookieNames.oauthBrowser)
  return cookie === null ? null : keyring.readCookie(cookie)
}

/** One secret for all sign-ins that are open in the browser, so that two tabs don't collide. */
export function markBrowser(parts: Parts, browser: Browser): string {
  const { keyring, cookieNames: names } = parts
  const secret = browserOf(parts, browser) ?? randomBase62(browserCharacters)
  const value = keyring.signCookie(secret)
  browser.addCookie(
    cookieLine(names, { name: names.oauthBrowser, value, ageSeconds: lifetimeSeconds }),
  )
  return secret
}
