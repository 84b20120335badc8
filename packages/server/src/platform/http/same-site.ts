import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '@guildhall/contract/operation'
import { Problem } from '../../kernel/refusal.ts'
import type { TrustedOrigins } from './origins.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses cross-site requests forged through a browser. Browsers never add a bearer token by
 * themselves, so a request with one was not forged. On the account wire requests without cookies
 * are checked too: forging a sign-in to the attacker's account needs none.
 */
export function checkSameSite(
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
  { wire, crossSite }: Pick<Operation, 'wire' | 'crossSite'>,
  origins: TrustedOrigins,
): void {
  const isAllowed = crossSite ?? safeMethods.has(method)
  if (isAllowed || showsBearer(headers)) return
  const hasCookies = headers.cookie !== undefined && headers.cookie.trim() !== ''
  if (!hasCookies && wire === 'billing') return
  const origin = headers.origin ?? headers.referer
  const isTrusted =
    origin === undefined ? isOwnPage(headers['sec-fetch-site']) : origins.trusts(origin)
  if (!isTrusted) throw new Problem('invalid_origin')
}

/**
 * For requests without Origin and Referer. Browsers send an Origin, if only `null`, with everything
 * but safe methods, and most also Sec-Fetch-Site; without both, the client is a program that was
 * given the cookie.
 */
const isOwnPage = (site: string | string[] | undefined): boolean =>
  site === undefined || site === 'same-origin' || site === 'none'

// Browsers do add other schemes by themselves, such as the password of a proxy in front.
const showsBearer = ({ authorization }: IncomingHttpHeaders): boolean =>
  authorization !== undefined && /^bearer /i.test(authorization)
