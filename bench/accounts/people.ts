import { runOn } from '../../packages/server/test/sql.ts'
import type { Server } from '../rounds.ts'
import { type Copying, usersCount } from './copies.ts'
import { publicUrl } from './setting.ts'

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

const agent = 'mozilla/5.0 (x11; linux x86_64) applewebkit/537.36 chrome/143.0 safari/537.36'

function signInRequest(number: number): string {
  const body = JSON.stringify(credentials(number))
  return [
    'POST /api/auth/sign-in/email HTTP/1.1',
    'host: 127.0.0.1',
    `user-agent: ${agent}`,
    `origin: ${publicUrl}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

const getSessionRequest = (cookie: string): string =>
  [
    'GET /api/auth/get-session HTTP/1.1',
    'host: 127.0.0.1',
    `user-agent: ${agent}`,
    `cookie: ${cookie}`,
    '\r\n',
  ].join('\r\n')
