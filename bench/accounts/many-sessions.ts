import type { Id } from '../../packages/contract/src/primitives.ts'
import { sessionToken } from '../../packages/server/src/domains/identity/actions/sessions/session-token.ts'
import { cookieNames } from '../../packages/server/src/domains/identity/rules/sessions/cookies.ts'
import { createKeyring } from '../../packages/server/src/platform/crypto/keyring.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import { publicUrl, secret } from '../constants.ts'
import { getSessionRequest } from './users.ts'

/** Requests of all our sessions: so many that none gets near its rate limit. */
export async function requestsOfManySessions(ownerUrl: string): Promise<string[]> {
  const keyring = createKeyring([secret])
  const { sessionToken: name } = cookieNames({
    url: publicUrl,
    cookiePrefix: 'guildhall',
    cookieDomain: null,
  })
  const sessions = await runOn<Session>(ownerUrl, 'select id, key_id from session')
  return sessions.map(({ id, key_id: keyId }) => {
    const token = sessionToken(keyring, { id, keyId })
    if (token === null) throw new Error('a session was created with another secret')
    return getSessionRequest(`${name}=${keyring.signCookie(token)}`)
  })
}

interface Session {
  readonly id: Id<'session'>
  readonly key_id: string
}
