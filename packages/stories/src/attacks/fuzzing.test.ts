import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/src/endpoint.ts'
import { contractEndpoints, endpointLine } from '../../../server/test/contract-endpoints.ts'
import { newCookieJar } from '../cookie-jar.ts'
import { fieldsOf, plainInput, withValue } from '../inputs.ts'
import { nastyHeaders, nastyTexts, nastyValues } from '../nasty-values.ts'
import { elsewhere, newcomer, type Person, password } from '../people.ts'
import { testSite } from '../site.ts'
import type { Visitor } from '../visitor.ts'
import { type Answered, get, post } from '../wire.ts'

// Whatever is sent to whichever field: an answer comes, in time, it is no fault of the server, and
// a refusal says why.

const serverKey = `guildhall_srv_${'k'.repeat(32)}`
const site = testSite({
  GUILDHALL_SERVER_KEYS: serverKey,
  GUILDHALL_SOCIAL_GITHUB_CLIENT_ID: 'id',
  GUILDHALL_SOCIAL_GITHUB_CLIENT_SECRET: 'secret',
})
const endpoints = (await contractEndpoints()).filter(({ wire }) => wire === 'account')

/** A browser without the official clients, which nothing here is sent by. */
const stranger = () => ({ site, jar: newCookieJar(site.url) })

let operator: Person

beforeAll(async () => {
  operator = await newcomer(site, 'operator@site.test')
})

type Try = (visitor: Visitor) => Promise<Answered>

describe.each(endpoints.map((endpoint) => [endpointLine(endpoint), endpoint] as const))(
  '%s',
  (_line, endpoint) => {
    it('stands whatever it is sent', async () => {
      const visitor = await elsewhere(operator)
      const faults: string[] = []
      for (const [what, attempt] of attempts(endpoint)) {
        const fault = await faultOf(attempt(visitor))
        if (fault !== null) faults.push(`${what}: ${fault}`)
      }
      expect(faults).toEqual([])
    })
  },
)

it('none of it made an operator of anybody, or reached an object’s prototype', async () => {
  const { rows } = await site.server.database.pool.query(
    `select email from users where role ~ 'admin'`,
  )
  expect(rows).toEqual([{ email: operator.email }])
  expect(Reflect.get({}, 'role')).toBeUndefined()
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
})

it('no name carries a header into a mail', async () => {
  const names = nastyValues.filter((value) => typeof value === 'string')
  for (const [at, name] of names.entries()) {
    const visitor = stranger()
    const email = `named-${at}@example.test`
    await post(visitor, '/sign-up/email', { name, email, password })
    await post(visitor, '/send-verification-email', { email })
  }
  const mails = await site.server.sentMails()
  const named = mails.filter(({ to }) => to.startsWith('named-'))
  expect(named.length).toBeGreaterThan(10)
  for (const { name, subject } of named) expect(`${name} ${subject}`).toMatch(/^\P{Cc}*$/u)
})

function attempts(endpoint: Endpoint): (readonly [what: string, attempt: Try])[] {
  const path = endpoint.path.replace('/api/auth', '')
  const plainPath = path.replaceAll(/:\w+/g, 'x')
  if (endpoint.method === 'GET') {
    return [
      ...pathAttempts(path),
      ...queryAttempts(endpoint, plainPath),
      ...nastyHeaders.map(
        (headers) => [shown(headers), () => get(stranger(), plainPath, headers)] as const,
      ),
    ]
  }
  const input = plainInput(endpoint)
  const asBackend = endpoint.for === 'serverKey' ? { authorization: `Bearer ${serverKey}` } : {}
  return [
    ...pathAttempts(path),
    ...fieldsOf(endpoint.body).flatMap((field) =>
      nastyValues.map((value) => {
        const body = withValue(input, field, value)
        return [
          `${field.join('.')} ${shown(value)}`,
          (visitor: Visitor) => post(visitor, plainPath, body, asBackend),
        ] as const
      }),
    ),
    ...nastyValues.map(
      (value) =>
        [shown(value), (visitor: Visitor) => post(visitor, plainPath, value, asBackend)] as const,
    ),
    ...nastyHeaders.map(
      (headers) => [shown(headers), () => post(stranger(), plainPath, input, headers)] as const,
    ),
  ]
}

const pathAttempts = (path: string) =>
  path.includes(':')
    ? nastyTexts.map((text) => {
        const asked = path.replaceAll(/:\w+/g, text)
        return [asked, (visitor: Visitor) => get(visitor, asked)] as const
      })
    : []

function queryAttempts({ query }: Endpoint, path: string) {
  const names = [...fieldsOf(query).map((field) => field.join('.')), '__proto__', 'x[y][z]']
  return names.flatMap((name) =>
    [...nastyTexts, `1&${name}=2`].map((text) => {
      const asked = `${path}?${name}=${text}`
      return [asked, (visitor: Visitor) => get(visitor, asked)] as const
    }),
  )
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60)

/** Of the processor, which everything here is done by: how long others keep it is no matter. */
const patienceMilliseconds = 5_000

async function faultOf(asked: Promise<Answered>): Promise<string | null> {
  const before = process.cpuUsage()
  const { status, body, headers, text } = await asked
  if (process.cpuUsage(before).user > 1000 * patienceMilliseconds) return 'took too long'
  if (status >= 500) return `${status} ${text}`
  if (status < 400) return faultOfPlace(headers.get('location'))
  const keys = body instanceof Object ? Object.keys(body).sort().join() : text
  return keys === 'code,message' ? null : `${status} ${keys}`
}

const faultOfPlace = (place: string | null): string | null =>
  place === null || /^\/(?!\/)/.test(place) || place.startsWith(`${site.url}/`)
    ? null
    : `leads to ${place}`
