import { runOn } from '../../packages/server/test/sql.ts'
import { publicUrl } from '../constants.ts'
import { getRequest, postRequest } from '../raw-request.ts'
import type { Server } from '../rounds.ts'
import { type CopyPlan, usersCount } from './user-copies.ts'

const sessionsCount = 64
const concurrentSignIns = 8

const password = 'correct-horse-battery'
const emailOf = (number: number): string => `user${number}@example.com`

/** Raw requests of a server's users. */
export interface UserRequests {
  readonly signIns: readonly string[]
  readonly getSessions: readonly string[]
}

/**
 * Signs one user up and copies the rows, so that tables are large enough for indexes to be used.
 * Some of the users sign in to get cookies.
 */
export async function createUsers({ port }: Server, copyPlan: CopyPlan): Promise<UserRequests> {
  await post(port, 'sign-up/email', { ...credentials(0), name: 'Ada Lovelace' })
  for (const statement of [...copyPlan.statements, 'analyze']) {
    await runOn(copyPlan.ownerUrl, statement)
  }
  const cookies: string[] = []
  for (let first = 1; first <= sessionsCount; first += concurrentSignIns) {
    const numbers = Array.from({ length: concurrentSignIns }, (_, at) => first + at)
    cookies.push(...(await Promise.all(numbers.map((number) => cookieOf(port, number)))))
  }
  return {
    signIns: Array.from({ length: usersCount / 10 }, (_, at) => signInRequest(1 + at * 10)),
    getSessions: cookies.map(getSessionRequest),
  }
}

const credentials = (number: number) => ({ email: emailOf(number), password })

async function cookieOf(port: number, number: number): Promise<string> {
  const response = await post(port, 'sign-in/email', credentials(number))
  const lines = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const cookie = lines.find((line) => line.includes('.session_token='))
  if (cookie === undefined) throw new Error(`no session cookie among ${lines.join(', ')}`)
  return cookie
}

async function post(port: number, path: string, body: object): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) {
    throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  }
  return response
}

const signInRequest = (number: number): string =>
  postRequest('/sign-in/email', {}, credentials(number))

export const getSessionRequest = (cookie: string): string => getRequest('/get-session', { cookie })
