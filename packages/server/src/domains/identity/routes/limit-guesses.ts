import type { IncomingHttpHeaders } from 'node:http'
import { networkOf } from '../../../platform/http/rate-limit-network.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { showsServerKey } from './callers.ts'

const guessesMax = 20
const windowSeconds = 600

/**
 * Counts a try at somebody's password. Counted together with the network that it comes from, so
 * that nobody can lock an account from outside by guessing at it.
 */
export async function limitGuesses(
  parts: IdentityParts,
  call: { readonly address: string; readonly headers: IncomingHttpHeaders },
  account: string,
): Promise<void> {
  if (showsServerKey(parts, call.headers)) return
  const subject = ['account', account, 'network', networkOf(call.address)]
  await parts.limit('password guesses', guessesMax, windowSeconds, subject)
}
