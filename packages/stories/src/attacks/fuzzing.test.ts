import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Operation } from '../../../contract/src/operation.ts'
import { contractOperations, operationLine } from '../../../server/test/contract-operations.ts'
import { isFullRun } from '../../../server/test/full-run.ts'
import { startTestServer, type TestServer } from '../../../server/test/server.ts'
import { newCookieJar } from '../cookie-jar.ts'
import { fieldsOf, minimalInput, withValue } from '../inputs.ts'
import { nastyHeaders, nastyTexts, nastyValues } from '../nasty-values.ts'
import { anotherBrowser, newPerson, type Person, password } from '../people.ts'
import { testSite } from '../site.ts'
import type { Visitor } from '../visitor.ts'
import { type Answer, get, post, textAt } from '../wire.ts'

// For any input in any field, the server answers in time, without an internal error, and with a
// code for each refusal.

const serverKey = `guildhall_srv_${'k'.repeat(32)}`
const site = testSite({
  GUILDHALL_SERVER_KEYS: serverKey,
  GUILDHALL_SOCIAL_GITHUB_CLIENT_ID: 'id',
  GUILDHALL_SOCIAL_GITHUB_CLIENT_SECRET: 'secret',
})
const operations = (await contractOperations()).filter(({ wire }) => wire === 'account')

/** A browser without the official client, which can't send such input. */
const stranger = () => ({ site, jar: newCookieJar(site.url) })

let operator: Person
/** The same, on a server where users have a seller. */
let buyer: Person
let passwordHash: unknown
let shop: TestServer | undefined

beforeAll(async () => {
  operator = await newPerson(site, 'operator@site.test')
  const { body } = await post(operator, '/organization/create', { name: 'Shop', slug: 'the-shop' })
  shop = await startTestServer(site.database, {
    GUILDHALL_SELLER_ID: textAt(body, 'id'),
    GUILDHALL_USER_EVENTS: 'x',
  })
  buyer = { ...operator, site: shop }
  const { rows } = await site.server.database.pool.query('select password_hash from account')
  passwordHash = rows[0].password_hash
})

afterAll(() => shop?.stop())

// Some inputs are valid new passwords.
beforeEach(async () => {
  const { pool } = site.server.database
  await pool.query('update account set password_hash = $1', [passwordHash])
})

type Try = (visitor: Visitor) => Promise<Answer>

describe.each(operations.map((operation) => [operationLine(operation), operation] as const))(
  '%s',
  (_line, operation) => {
    it('survives any input', async () => {
      const isOfShop = operation.refuses.includes('users_have_no_seller')
      const visitor = await anotherBrowser(isOfShop ? buyer : operator)
      const faults: string[] = []
      for (const [what, attempt] of someOf(attempts(operation))) {
        const fault = await faultOf(attempt(visitor))
        if (fault !== null) faults.push(`${what}: ${fault}`)
      }
      expect(faults).toEqual([])
    })
  },
)

it('no input appoints an operator or reaches an object prototype', async () => {
  const { rows } = await site.server.database.pool.query(
    `select email from users where role ~ 'admin'`,
  )
  expect(rows).toEqual([{ email: operator.email }])
  expect(Reflect.get({}, 'role')).toBeUndefined()
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
})

it('no name injects a header into a mail', async () => {
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

// Doesn't divide the number of values, so that each field gets different ones.
const quickShare = 7

/** A quick run makes one of seven attempts. */
const someOf = <T>(all: readonly T[]): readonly T[] =>
  isFullRun ? all : all.filter((_, at) => at % quickShare === 0)

function attempts(operation: Operation): (readonly [what: string, attempt: Try])[] {
  const path = operation.path.replace('/api/auth', '')
  const plainPath = path.replaceAll(/:\w+/g, 'x')
  if (operation.method === 'GET') {
    return [
      ...pathAttempts(path),
      ...queryAttempts(operation, plainPath),
      ...nastyHeaders.map(
        (headers) => [shown(headers), () => get(stranger(), plainPath, headers)] as const,
      ),
    ]
  }
  const input = minimalInput(operation)
  const asBackend = operation.for === 'serverKey' ? { authorization: `Bearer ${serverKey}` } : {}
  return [
    ...pathAttempts(path),
    ...fieldsOf(operation.body).flatMap((field) =>
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
        const target = path.replaceAll(/:\w+/g, text)
        return [target, (visitor: Visitor) => get(visitor, target)] as const
      })
    : []

function queryAttempts({ query }: Operation, path: string) {
  const names = [...fieldsOf(query).map((field) => field.join('.')), '__proto__', 'x[y][z]']
  return names.flatMap((name) =>
    [...nastyTexts, `1&${name}=2`].map((text) => {
      const target = `${path}?${name}=${text}`
      return [target, (visitor: Visitor) => get(visitor, target)] as const
    }),
  )
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60)

/** CPU time of this process, so that other load doesn't count. */
const cpuMillisecondsMax = 5_000

async function faultOf(pending: Promise<Answer>): Promise<string | null> {
  const before = process.cpuUsage()
  const { status, body, headers, text } = await pending
  if (process.cpuUsage(before).user > 1000 * cpuMillisecondsMax) return 'took too long'
  if (status >= 500) return `${status} ${text}`
  if (status < 400) return faultOfRedirect(headers.get('location'))
  const keys = body instanceof Object ? Object.keys(body).sort().join() : text
  return keys === 'code,message' ? null : `${status} ${keys}`
}

const faultOfRedirect = (target: string | null): string | null =>
  target === null || /^\/(?!\/)/.test(target) || target.startsWith(`${site.url}/`)
    ? null
    : `redirects to ${target}`
