import { randomUUID } from 'node:crypto'
import type { Answer, Call } from '../torture/call.ts'

const asksPerSession = 20

/** A user who signs in again and again, and is recognized by all processes. Returns how often. */
export async function keepSigningIn(call: Call, isOver: () => boolean): Promise<number> {
  const user = { email: `${randomUUID()}@example.com`, password: 'correct-horse-battery' }
  await call('POST', '/api/auth/sign-up/email', { ...user, name: 'Ada Lovelace' })
  let signIns = 0
  while (!isOver()) {
    const begun = await call('POST', '/api/auth/sign-in/email', user)
    const token = begun?.sessionToken ?? 'none'
    for (let asked = 0; asked < asksPerSession && !isOver(); asked += 1) {
      const answer = await call('GET', '/api/auth/get-session', null, token)
      if (answer !== null && emailIn(answer) !== user.email) {
        throw new Error(`a session was not recognized: ${JSON.stringify(answer)}`)
      }
    }
    signIns += 1
  }
  return signIns
}

const emailIn = ({ body }: Answer): unknown =>
  typeof body?.['user'] === 'object' && body['user'] !== null && 'email' in body['user']
    ? body['user'].email
    : null
