import type { IncomingHttpHeaders } from 'node:http'
import type { Wire } from '@guildhall/contract/endpoint'
import { Problem } from '../../kernel/refusal.ts'
import type { TrustedOrigins } from './origins.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a foreign page makes a browser send. A bearer token is never added by a browser, so
 * who shows one was not tricked. On the account wire a request without cookies is checked too:
 * signing somebody in to the attacker's account needs none.
 */
export function checkSameSite(
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
  wire: Wire,
  origins: TrustedOrigins,
): void {
  if (safeMethods.has(method) || showsBearer(headers)) return
  const hasCookies = headers.cookie !== undefined && headers.cookie.trim() !== ''
  if (!hasCookies && wire === 'billing') return
  const origin = headers.origin ?? headers.referer
  const isTrusted =
    origin === undefined ? isOwnPage(headers['sec-fetch-site'], wire) : origins.trusts(origin)
  if (!isTrusted) throw new Problem('invalid_origin')
}

/**
 * Where no origin is said. On the billing wire programs show tokens, so that cookies come from a
 * browser, which says where it stands; on the account wire there may be no browser at all.
 */
const isOwnPage = (site: string | string[] | undefined, wire: Wire): boolean =>
  site === undefined ? wire === 'account' : site === 'same-origin' || site === 'none'

// Other schemes a browser does add by itself, like the password of a proxy in front.
const showsBearer = ({ authorization }: IncomingHttpHeaders): boolean =>
  authorization !== undefined && /^bearer /i.test(authorization)
