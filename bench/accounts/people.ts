import { runOn } from '../../packages/server/test/sql.ts'
import { getRequest, postRequest } from '../raw-request.ts'
import type { Server } from '../rounds.ts'
import { publicUrl } from '../setting.ts'
import { type Copying, usersCount } from './copies.ts'

const sessionsCount = 64
const atOnce = 8

const password = 'correct-horse-battery'
const emailOf = (number: number): string => `user${number}@example.com`

/** The users of a server, as raw requests that they make. */
export interface People {
  readonly signIns: readonly string[]
  readonly getSessions: readonly string[]
}

/**
 * One user signs up and is then copied in the database, so that tables have the size at which
 * indexes are used; some of them sign in, for cookies.
 */
export async function settle({ port }: Server, copying: Copying): Promise<People> {
  await post(port, 'sign-up/email', { ...credentials(0), name: 'Ada Lovelace' })
  for (const statement of [...copying.statements, 'analyze']) {
    await runOn(copying.ownerUrl, statement)
  }
  const cookies: string[] = []
  for (let first = 1; first <= sessionsCount; first += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, at) => first + at)
    cookies.push(...(await Promise.all(numbers.map((number) => cookieOf(port, number)))))
  }
  return {
    signIns: Array.from({ length: usersCount / 10 }, (_, at) => signInRequest(1 + at * 10)),
    getSessions: cookies.map(getSessionRequest),
  }
}

const credentials = (number: number) => ({ email: emailOf(number), password })

async function cookieOf(port: number, number: number): Promise<string> {
  const answer = await post(port, 'sign-in/email', credentials(number))
  const lines = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const cookie = lines.find((line) => line.includes('.session_token='))
  if (cookie === undefined) throw new Error(`no session cookie among ${lines.join(', ')}`)
  return cookie
}

async function post(port: number, path: string, body: object): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify(body),
  })
  if (answer.status !== 200) {
    throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  }
  return answer
}

const signInRequest = (number: number): string =>
  postRequest('/sign-in/email', {}, credentials(number))

export const getSessionRequest = (cookie: string): string => getRequest('/get-session', { cookie })
