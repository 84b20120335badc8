import { beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../../../server/test/server.ts'
import { runOn } from '../../../server/test/sql.ts'
import { unwrap } from '../answers.ts'
import { isSignedIn, newPerson, type Person, password } from '../people.ts'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { get, post } from '../wire.ts'

const site = testSite()
const sessionCookie = 'guildhall.session_token'

let ada: Person
let genuine: string

beforeAll(async () => {
  await newPerson(site, 'operator@site.test')
  ada = await newPerson(site, 'ada@lovelace.test')
  genuine = ada.jar.cookies.get(sessionCookie)?.value ?? ''
})

/** Whether this value authenticates as a session cookie. */
async function authenticates(value: string): Promise<boolean> {
  const byCookie = newVisitor(site)
  byCookie.jar.put(sessionCookie, value)
  const answers = await Promise.all([
    get(byCookie, '/get-session'),
    get(newVisitor(site), '/get-session', { authorization: `Bearer ${value}` }),
  ])
  return answers.some(({ body }) => body !== null)
}

describe('a session cookie', () => {
  it('authenticates unchanged', async () => {
    expect(genuine).not.toBe('')
    expect(await authenticates(genuine)).toBe(true)
  })

  it('fails with any character changed', async () => {
    const text = decodeURIComponent(genuine)
    for (const [at, letter] of Array.from(text).entries()) {
      const other = letter === 'A' ? 'B' : 'A'
      const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`
      expect([at, await authenticates(encodeURIComponent(changed))]).toEqual([at, false])
    }
  })

  it('fails if cut, extended, or with another signature', async () => {
    const eve = await newPerson(site, 'eve@evil.test')
    const [value = '', signature = ''] = decodeURIComponent(genuine).split('.')
    const others = decodeURIComponent(eve.jar.cookies.get(sessionCookie)?.value ?? '').split('.')
    const forged = [
      value,
      `.${signature}`,
      `${value}.`,
      `${value}.${others[1]}`,
      `${value}x.${signature}`,
      `${value}.${signature}=`,
      `${value}.${signature.slice(0, -1)}`,
      `${value}.${'A'.repeat(43)}=`,
      `${value}.${signature}.${signature}`,
      '%',
      '%00',
      'null',
      'undefined',
      '.'.repeat(4000),
    ]
    for (const one of forged)
      expect([one, await authenticates(encodeURIComponent(one))]).toEqual([one, false])
    for (const raw of ['%', '%zz', '%00', '"']) expect(await authenticates(raw)).toBe(false)
  })

  it('cannot be replaced by another signed cookie', async () => {
    const visitor = newVisitor(site)
    const body = { email: ada.email, password, rememberMe: false }
    unwrap(await visitor.auth.signIn.email(body))
    const operator = newVisitor(site)
    unwrap(await operator.auth.signIn.email({ email: 'operator@site.test', password }))
    unwrap(await operator.auth.admin.impersonateUser({ userId: ada.id }))
    const signed = [...visitor.jar.cookies, ...operator.jar.cookies].filter(
      ([name]) => name !== sessionCookie,
    )
    expect(signed.map(([name]) => name)).toContain('guildhall.admin_session')
    for (const [name, { value }] of signed)
      expect([name, await authenticates(value)]).toEqual([name, false])
  })

  it('fails at another server', async () => {
    const other = await startTestServer(site.database, {
      GUILDHALL_SECRET: 'another-secret-that-is-long-enough-for-signing',
      GUILDHALL_ROLES: 'web',
    })
    try {
      const visitor = newVisitor(other)
      visitor.jar.put(sessionCookie, genuine)
      expect((await get(visitor, '/get-session')).body).toBeNull()
    } finally {
      await other.stop()
    }
    expect(await isSignedIn(ada)).toBe(true)
  })
})

describe('a copy of the whole database', () => {
  it('holds nothing that signs in, resets, verifies or deletes', async () => {
    const grace = await newPerson(site, 'grace@hopper.test')
    unwrap(await grace.auth.sendVerificationEmail({ email: grace.email }))
    unwrap(
      await newVisitor(site).auth.requestPasswordReset({ email: grace.email, redirectTo: '/x' }),
    )
    unwrap(await grace.auth.deleteUser())
    await site.server.settle()

    const texts = await everyText(site.database.ownerUrl)
    expect(texts.size).toBeGreaterThan(100)
    expect([...texts].join()).toContain('grace@hopper.test')
    const useful: string[] = []
    for (const text of texts) if (await isUseful(text, grace)) useful.push(text)
    expect(useful).toEqual([])
  })

  it('holds no password, no mailed link and no session token', async () => {
    const { session } = unwrap(await ada.auth.getSession())
    const link = new URL(await site.linkTo('grace@hopper.test', /Choose a new password/))
    const everything = [...(await everyText(site.database.ownerUrl))].join('\n')
    for (const secret of [
      password,
      session.token,
      genuine,
      link.pathname.split('/').at(-1) ?? '',
    ]) {
      expect(everything).not.toContain(secret)
    }
  })
})

/** Every text in every table, in the encodings that an attacker would try. */
async function everyText(ownerUrl: string): Promise<Set<string>> {
  const columns = await runOn<{ schema: string; table: string; name: string }>(
    ownerUrl,
    `select n.nspname as schema, c.relname as table, a.attname as name
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
  )
  const texts = new Set<string>()
  for (const { schema, table, name } of columns) {
    const column = `"${name}"`
    const rows = await runOn<{ value: unknown }>(
      ownerUrl,
      `select distinct ${column} as value from "${schema}"."${table}" where ${column} is not null`,
    ).catch(() =>
      runOn<{ value: unknown }>(
        ownerUrl,
        `select ${column}::text as value from "${schema}"."${table}"`,
      ),
    )
    for (const { value } of rows) addTexts(texts, value)
  }
  return texts
}

function addTexts(texts: Set<string>, value: unknown): void {
  if (Buffer.isBuffer(value)) {
    for (const form of ['hex', 'base64', 'base64url'] as const) texts.add(value.toString(form))
  } else if (typeof value === 'string') {
    texts.add(value)
  } else if (value instanceof Object && !(value instanceof Date)) {
    for (const inner of Object.values(value)) addTexts(texts, inner)
  }
}

async function isUseful(text: string, victim: Person): Promise<boolean> {
  const token = encodeURIComponent(text)
  const [hasAuthenticated, reset, verified, deleted, signedIn] = await Promise.all([
    authenticates(token),
    post(newVisitor(site), '/reset-password', { newPassword: 'the thief’s own', token: text }),
    get(newVisitor(site), `/verify-email?token=${token}`),
    post(victim, '/delete-user', { token: text }),
    text.length > 128
      ? null
      : post(newVisitor(site), '/sign-in/email', { email: victim.email, password: text }),
  ])
  return (
    hasAuthenticated ||
    [reset, verified, deleted, signedIn].some((answer) => answer?.status === 200)
  )
}
