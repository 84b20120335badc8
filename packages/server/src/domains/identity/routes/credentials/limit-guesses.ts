import type { IncomingHttpHeaders } from 'node:http'
import { networkOf } from '../../../../platform/http/rate-limit-network.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { showsServerKey } from '../../actions/server-key.ts'

const guessesMax = 20
const windowSeconds = 600

/**
 * Counts an attempt at an account's password per network, so that nobody can lock an account for
 * others by guessing.
 */
export async function limitPasswordGuesses(
  deps: IdentityDeps,
  call: { readonly address: string; readonly headers: IncomingHttpHeaders },
  account: string,
): Promise<void> {
  if (showsServerKey(deps, call.headers)) return
  const subject = ['account', account, 'network', networkOf(call.address)]
  await deps.limit('password guesses', guessesMax, windowSeconds, subject)
}
