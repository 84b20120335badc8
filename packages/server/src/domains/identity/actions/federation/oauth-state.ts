import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { randomBase62 } from '../../../../platform/crypto/base62.ts'
import { hashSecret, sameSecret } from '../../../../platform/crypto/tokens.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { cookieLine } from '../../rules/sessions/cookies.ts'
import {
  consumeVerification,
  findVerification,
  issueVerification,
} from '../../store/verifications.ts'
import type { IdentityDeps } from '../deps.ts'

const lifetimeSeconds = 600
const browserSecretCharacters = 24

/** What the callback must know about the sign-in that it completes. */
const OAuthFlow = z.object({
  providerId: z.string(),
  callbackURL: z.nullable(z.string()),
  errorCallbackURL: z.nullable(z.string()),
  newUserCallbackURL: z.nullable(z.string()),
  codeVerifier: z.nullable(z.string()),
  nonce: z.nullable(z.string()),
  scopes: z.array(z.string()),
  requestsSignUp: z.boolean(),
  /** The user and session that link an account; null for signing in. */
  link: z.nullable(z.object({ userId: id('user'), sessionId: id('session') })),
})
export type OAuthFlow = z.output<typeof OAuthFlow>

const State = z.object({ flow: OAuthFlow, browserHash: z.string() })

type Deps = Pick<IdentityDeps, 'keyring' | 'cookieNames'>

/** The state parameter of a flow, bound to the browser that started it. */
export function issueOAuthState(
  uow: UnitOfWork,
  { keyring }: Deps,
  flow: OAuthFlow,
  browserSecret: string,
): Promise<string> {
  return issueVerification(uow, keyring, {
    purpose: 'oauth-state',
    userId: flow.link?.userId ?? null,
    value: { flow, browserHash: hashOf(browserSecret) } satisfies z.output<typeof State>,
    lifetimeSeconds,
  })
}

/**
 * Null if the state is unknown, used, expired, or bound to another browser, in which case that
 * browser can still use it.
 */
export async function consumeOAuthState(
  uow: UnitOfWork,
  { keyring }: Deps,
  state: string,
  browserSecret: string | null,
): Promise<OAuthFlow | null> {
  const search = [keyring, 'oauth-state', state, uow.now] as const
  const found = await findVerification(uow.tx, ...search)
  if (found === null || browserSecret === null) return null
  if (!sameSecret(State.parse(found.value).browserHash, hashOf(browserSecret))) return null
  const consumed = await consumeVerification(uow.tx, ...search)
  return consumed === null ? null : State.parse(consumed.value).flow
}

const hashOf = (secret: string): string => hashSecret(secret).toString('base64')

interface Browser {
  cookie(name: string): string | null
  addCookie(line: string): void
}

/** The secret of a browser that started a flow within the last minutes. */
export function readBrowserSecret(
  { keyring, cookieNames }: Deps,
  browser: Pick<Browser, 'cookie'>,
): string | null {
  const cookie = browser.cookie(cookieNames.oauthBrowser)
  return cookie === null ? null : keyring.readCookie(cookie)
}

/** One secret for all flows of a browser, so that parallel tabs don't invalidate each other. */
export function ensureBrowserSecret(deps: Deps, browser: Browser): string {
  const { keyring, cookieNames: names } = deps
  const secret = readBrowserSecret(deps, browser) ?? randomBase62(browserSecretCharacters)
  const value = keyring.signCookie(secret)
  browser.addCookie(
    cookieLine(names, { name: names.oauthBrowser, value, ageSeconds: lifetimeSeconds }),
  )
  return secret
}
