import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { runGuildhall } from '../../../test/command-line.ts'
import { testDatabase } from '../../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../../test/owned-organization.ts'
import { inDashboard } from '../../../test/sellers.ts'
import { testServer } from '../../../test/server.ts'
import { readLogin } from './login-usage.ts'
import { readServer } from './usage.ts'

const server = testServer(testDatabase())
let acme: OwnedOrganization
let home = ''

beforeAll(async () => {
  acme = await createOrganization(server.current)
})
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'guildhall-login-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const file = () => join(home, '.config/guildhall/logins.json')
const run = (...args: readonly string[]) => runGuildhall(args, { HOME: home })
const logIn = () => run('login', '--server', server.current.url)

const scopes = ['webhooks:write', 'organizations:write']

const decide = (act: 'approve' | 'deny', user_code: string) =>
  inDashboard(server.current, acme.owner).post(`/command-line-logins/${act}`, {
    user_code,
    ...(act === 'approve' && { organization_id: acme.id, scopes }),
  })

async function approved(command: ReturnType<typeof logIn>) {
  await command.prints(/Code {3}\S+/)
  const [, code = ''] = /Code {3}(\S+)/.exec(command.printed()) ?? []
  expect((await decide('approve', code)).status).toBe(201)
  return command.ended
}

const kept = z.object({ logins: z.record(z.string(), z.object({ token: z.string() })) })
const keptToken = () =>
  kept.parse(JSON.parse(readFileSync(file(), 'utf8'))).logins[server.current.url]?.token

const statusOf = async (token: string | undefined) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${server.current.url}/v1/webhooks/endpoints`, { headers })).status
}

const tokensCount = async () => {
  const path = `/organization-access-tokens/?organization_id=${acme.id}`
  const { body } = await inDashboard(server.current, acme.owner).get(path)
  return z.object({ pagination: z.object({ total_count: z.number() }) }).parse(body).pagination
    .total_count
}

describe('guildhall login', () => {
  it('keeps the token for the user alone; the other commands use it until the logout', async () => {
    const { code, said } = await approved(logIn())
    expect(said).toContain(`Open   ${server.current.url}/command-line`)
    expect(said).toMatch(/^Logged in to .+, with webhooks:write, organizations:write$/m)
    expect(code).toBe(0)
    expect(said).not.toContain('guildhall_oat_')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, '.config/guildhall')).mode & 0o777).toBe(0o700)
    const token = keptToken()
    expect((await run('clock').ended).said).toContain('the clock runs')
    expect(await run('logout').ended).toMatchObject({
      code: 0,
      said: `Logged out of ${server.current.url}\n`,
    })
    expect([keptToken(), await statusOf(token)]).toEqual([undefined, 401])
    expect(await run('logout', '--server', server.current.url).ended).toMatchObject({
      code: 1,
      complained: `There is no login at ${server.current.url}\n`,
    })
  })

  it('revokes the token of the login that it replaces', async () => {
    await approved(logIn())
    const first = keptToken()
    await approved(logIn())
    expect([await statusOf(first), await statusOf(keptToken())]).toEqual([401, 200])
  })

  it('ends without a token when it is denied or interrupted', async () => {
    const denied = run('login', '--server', server.current.url, '--json')
    await denied.prints('userCode')
    const { userCode, verificationUrl } = JSON.parse(denied.printed())
    expect(verificationUrl).toBe(`${server.current.url}/command-line`)
    expect((await decide('deny', userCode)).status).toBe(204)
    expect(await denied.ended).toMatchObject({
      code: 1,
      complained: 'This login is unknown, was denied or has expired\n',
    })
    const interrupted = logIn()
    await interrupted.prints('Waiting')
    interrupted.interrupt()
    expect(await interrupted.ended).toMatchObject({
      code: 1,
      complained: 'The login was interrupted\n',
    })
    expect(() => readFileSync(file())).toThrow('ENOENT')
  })

  it('revokes a token that it can’t keep', async () => {
    const command = logIn()
    await command.prints('Waiting')
    writeFileSync(join(home, '.config'), 'a file where the folder belongs')
    const before = await tokensCount()
    expect(await approved(command)).toMatchObject({
      code: 1,
      complained: expect.stringContaining('ENOTDIR'),
    })
    expect(await tokensCount()).toBe(before)
  })

  it('says how to log in, and which file is damaged', async () => {
    const { complained, code } = await run('clock', '--server', server.current.url).ended
    expect(complained).toContain(`Log in with: guildhall login --server ${server.current.url}`)
    expect(code).toBe(2)
    await approved(logIn())
    writeFileSync(file(), '{')
    expect((await run('clock').ended).complained).toBe(
      `${file()} is damaged. Delete it, and log in again.\n`,
    )
  })
})

describe('the server of a command', () => {
  const login = { token: 'kept', tokenId: 'id', organizationName: 'Acme', organizationSlug: 'acme' }
  const env = () => ({ HOME: home })

  beforeEach(async () => {
    const { writeLogins } = await import('./kept-logins.ts')
    writeLogins(env(), { current: 'https://a.test', logins: { 'https://a.test': login } })
  })

  it('is that of the last login, with its token', () => {
    expect(readServer(undefined, env())).toEqual({ url: 'https://a.test', token: 'kept' })
    expect(readServer('https://A.test/', env())).toMatchObject({ token: 'kept' })
  })

  it('gets no token of another server', () => {
    expect(readServer('https://b.test', env())).toMatchObject({
      usageError: expect.stringContaining('guildhall login --server https://b.test'),
    })
    const settings = { ...env(), GUILDHALL_ACCESS_TOKEN: 'set' }
    expect(readServer(undefined, settings)).toEqual({ url: 'http://localhost:3000', token: 'set' })
    expect(readServer(undefined, { ...env(), GUILDHALL_URL: 'https://c.test' })).toHaveProperty(
      'usageError',
    )
  })

  it.each([
    [['https://a.test'], 'Pass the server as --server https://a.test'],
    [['--server', 'a.test'], 'a.test is not the http:// or https:// URL of a server'],
    [['--token', 'x'], 'Unknown option'],
  ])('is not %j', (args, expected) => {
    expect(readLogin(args, {})).toEqual({ usageError: expect.stringContaining(expected) })
  })
})
