import { beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../../../server/test/server.ts'
import { runOn } from '../../../server/test/sql.ts'
import { told } from '../answers.ts'
import { isIn, newcomer, type Person, password } from '../people.ts'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { get, post } from '../wire.ts'

const site = testSite()
const sessionCookie = 'guildhall.session_token'

let ada: Person
let genuine: string

beforeAll(async () => {
  await newcomer(site, 'operator@site.test')
  ada = await newcomer(site, 'ada@lovelace.test')
  genuine = ada.jar.cookies.get(sessionCookie)?.value ?? ''
})

/** Whether anybody is signed in who shows this as their session. */
async function opens(value: string): Promise<boolean> {
  const byCookie = newVisitor(site)
  byCookie.jar.put(sessionCookie, value)
  const answers = await Promise.all([
    get(byCookie, '/get-session'),
    get(newVisitor(site), '/get-session', { authorization: `Bearer ${value}` }),
  ])
  return answers.some(({ body }) => body !== null)
}

describe('a session’s cookie', () => {
  it('opens as it is', async () => {
    expect(genuine).not.toBe('')
    expect(await opens(genuine)).toBe(true)
  })

  it('opens in no way once any of its characters is another', async () => {
    const text = decodeURIComponent(genuine)
    for (const [at, letter] of Array.from(text).entries()) {
      const other = letter === 'A' ? 'B' : 'A'
      const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`
      expect([at, await opens(encodeURIComponent(changed))]).toEqual([at, false])
    }
  })

  it('opens cut, lengthened, or with the signature of another in no way', async () => {
    const eve = await newcomer(site, 'eve@evil.test')
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
      expect([one, await opens(encodeURIComponent(one))]).toEqual([one, false])
    for (const raw of ['%', '%zz', '%00', '"']) expect(await opens(raw)).toBe(false)
  })

  it('is no other cookie’s, signed by us as they are', async () => {
    const visitor = newVisitor(site)
    const body = { email: ada.email, password, rememberMe: false }
    told(await visitor.auth.signIn.email(body))
    const operator = newVisitor(site)
    told(await operator.auth.signIn.email({ email: 'operator@site.test', password }))
    told(await operator.auth.admin.impersonateUser({ userId: ada.id }))
    const signed = [...visitor.jar.cookies, ...operator.jar.cookies].filter(
      ([name]) => name !== sessionCookie,
    )
    expect(signed.map(([name]) => name)).toContain('guildhall.admin_session')
    for (const [name, { value }] of signed)
      expect([name, await opens(value)]).toEqual([name, false])
  })

  it('of one server is nothing at another', async () => {
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
    expect(await isIn(ada)).toBe(true)
  })
})

describe('who has a copy of the whole database', () => {
  it('finds nothing in it that signs in, resets, proves or deletes', async () => {
    const grace = await newcomer(site, 'grace@hopper.test')
    told(await grace.auth.sendVerificationEmail({ email: grace.email }))
    told(await newVisitor(site).auth.requestPasswordReset({ email: grace.email, redirectTo: '/x' }))
    told(await grace.auth.deleteUser())
    await site.server.settle()

    const texts = await everyText(site.database.ownerUrl)
    expect(texts.size).toBeGreaterThan(100)
    expect([...texts].join()).toContain('grace@hopper.test')
    const useful: string[] = []
    for (const text of texts) if (await isUseful(text, grace)) useful.push(text)
    expect(useful).toEqual([])
  })

  it('also doesn’t find a password, a mailed link or a token of a session in it', async () => {
    const { session } = told(await ada.auth.getSession())
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

/** Every value of every table, and every text within it, in the forms that a thief would try. */
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
  const [isOpened, reset, proved, deleted, signedIn] = await Promise.all([
    opens(token),
    post(newVisitor(site), '/reset-password', { newPassword: 'the thief’s own', token: text }),
    get(newVisitor(site), `/verify-email?token=${token}`),
    post(victim, '/delete-user', { token: text }),
    text.length > 128
      ? null
      : post(newVisitor(site), '/sign-in/email', { email: victim.email, password: text }),
  ])
  return isOpened || [reset, proved, deleted, signedIn].some((answer) => answer?.status === 200)
}
