import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  createOrganization,
  eventsOf,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { briefOf, inDashboard, withNothing, withToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { untilBlocked } from '../../../../test/until-blocked.ts'
import { sweepCommandLineLogins } from '../jobs/sweep-command-line-logins.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
const logins = '/command-line-logins/'
const unknown = '404 ResourceNotFound'

let acme: OwnedOrganization
let admin: Person

beforeEach(async () => {
  clock.freeze()
  acme = await createOrganization(server.current)
  admin = await newMember(server.current, acme, 'admin')
})

const anyone = () => withNothing(server.current)
const as = (person: Person) => inDashboard(server.current, person)

const logged = z.object({ items: z.array(z.looseObject({ action: z.string() })) })
const begun = z.object({ token: z.string(), user_code: z.string() })

async function start(deviceName = 'laptop.local') {
  const answer = await anyone().post(logins, { device_name: deviceName })
  expect(answer.status).toBe(201)
  const { token, user_code: code } = begun.parse(answer.body)
  return { token, code }
}

const approval = (code: string, input: object = {}) => ({
  organization_id: acme.id,
  user_code: code,
  scopes: ['webhooks:write'],
  expires_in: 'P90D',
  ...input,
})

const approve = (person: Person, code: string, input: object = {}) =>
  as(person).post(`${logins}approve`, approval(code, input))

const statusOf = async (token: string) => {
  const answer = await anyone().post(`${logins}status`, { token })
  return answer.status === 200 ? answer.body?.['status'] : briefOf(answer)
}

/** What a call with the token is answered. */
const useOf = async (token: string) =>
  (await withToken(server.current, token).get('/webhooks/endpoints')).status

describe('a login', () => {
  it('becomes an access token when a user approves its code', async () => {
    const { token, code } = await start()
    expect(code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
    expect([await statusOf(token), await useOf(token)]).toEqual(['pending', 401])
    const found = await as(admin).post(`${logins}find`, { user_code: code.toLowerCase() })
    expect(found.body).toEqual({
      device_name: 'laptop.local',
      address: '127.0.0.1',
      created_at: clock.now().toISOString(),
      expires_at: new Date(clock.now().getTime() + 600_000).toISOString(),
    })
    const approved = await approve(admin, code)
    expect(approved.body).toMatchObject({
      comment: 'Command line on laptop.local',
      scopes: ['webhooks:write'],
      organization_id: acme.id,
      expires_at: new Date(clock.now().getTime() + 90 * 86_400_000).toISOString(),
    })
    expect((await anyone().post(`${logins}status`, { token })).body).toEqual({
      status: 'approved',
      approved: {
        organization_access_token: approved.body,
        organization_name: expect.any(String),
        organization_slug: acme.slug,
      },
    })
    expect(await useOf(token)).toBe(200)
    const [last] = (await eventsOf(server.current, acme)).slice(-1)
    expect(last?.name).toBe('organization_access_token.created')
  })

  it('opens nothing once it is denied or has expired', async () => {
    const denied = await start()
    const expired = await start()
    expect((await as(admin).post(`${logins}deny`, { user_code: denied.code })).status).toBe(204)
    expect(briefOf(await approve(admin, denied.code))).toBe(unknown)
    clock.advance(600)
    for (const { token, code } of [denied, expired]) {
      expect(await statusOf(token)).toBe(unknown)
      expect(briefOf(await approve(admin, code))).toBe(unknown)
      expect(briefOf(await as(admin).post(`${logins}find`, { user_code: code }))).toBe(unknown)
      expect(briefOf(await as(admin).post(`${logins}deny`, { user_code: code }))).toBe(unknown)
      expect(await useOf(token)).toBe(401)
    }
  })

  it('is approved once, however many approve it at the same time', async () => {
    const { token, code } = await start()
    const client = await db.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from command_line_login for update')
      const both = [approve(admin, code), approve(acme.owner, code)]
      for (const one of both) await untilBlocked(db.database, one)
      await client.query('commit')
      expect((await Promise.all(both)).map(briefOf).toSorted()).toEqual(['201', unknown])
    } finally {
      client.release()
    }
    expect(await useOf(token)).toBe(200)
  })

  it('is approved by fresh sessions of those who may create tokens, and stays otherwise', async () => {
    const { token, code } = await start()
    const stranger = await newPerson(server.current)
    const member = await newMember(server.current, acme, 'member')
    expect(briefOf(await approve(stranger, code))).toBe(
      '422 RequestValidationError body.organization_id',
    )
    expect(briefOf(await approve(member, code))).toBe('403 NotPermitted')
    expect(briefOf(await anyone().post(`${logins}approve`, approval(code)))).toBe(
      '401 Unauthorized',
    )
    clock.advance(86_400)
    const late = await start()
    expect(briefOf(await approve(admin, late.code))).toBe('403 SessionIsNotFresh')
    expect(await statusOf(late.token)).toBe('pending')
    expect(await useOf(token)).toBe(401)
  })

  it('is stored without its secret and its code, and deleted when it is over', async () => {
    const { token, code } = await start('sweep-me')
    const stored = async () =>
      (
        await runOn<{ row: string }>(
          db.ownerUrl,
          `select l::text as row from command_line_login l where device_name = 'sweep-me'`,
        )
      ).map(({ row }) => row)
    const [row = ''] = await stored()
    expect(row).toContain('sweep-me')
    for (const secret of [token, token.slice(14), code, code.replace('-', '')]) {
      expect(row).not.toContain(secret)
      expect(row).not.toContain(Buffer.from(secret).toString('hex'))
    }
    clock.advance(600)
    await runOn(db.ownerUrl, `select graphile_worker.add_job('${sweepCommandLineLogins.name}')`)
    await server.current.settle()
    expect(await stored()).toEqual([])
  })

  it.each(['', 'two words', 'x'.repeat(64), 'a/b', 'a\u001bb'])(
    'of a machine called %j is refused',
    async (device_name) => {
      const answer = await anyone().post(logins, { device_name })
      expect(briefOf(answer)).toBe('422 RequestValidationError body.device_name')
    },
  )

  it.each(['', 'guildhall_oat_1', 'guildhall_oat_000000000000000000000000000000'])(
    'with the token %j is not found',
    async (token) => {
      expect(await statusOf(token)).toBe(unknown)
    },
  )
})

describe('a token', () => {
  it('revokes itself, once', async () => {
    const { token, code } = await start()
    await approve(admin, code)
    const revoke = () => anyone().post('/organization-access-tokens/revoke', { token })
    const answers = await Promise.all([revoke(), revoke(), revoke()])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect([await useOf(token), await statusOf(token)]).toEqual([401, unknown])
    const names = (await eventsOf(server.current, acme)).map(({ name }) => name)
    expect(names.filter((name) => name === 'organization_access_token.deleted')).toHaveLength(1)
    const log = await as(admin).get(`/audit-log?organization_id=${acme.id}`)
    const [entry, ...earlier] = z.parse(logged, log.body).items
    expect(entry).toMatchObject({
      action: 'revokeShownAccessToken',
      actor: {
        type: 'access_token',
        name: 'Command line on laptop.local',
        token_ending: token.slice(-4),
      },
      object_type: 'organization_access_token',
      ip_address: '127.0.0.1',
    })
    expect(earlier.map(({ action }) => action)).not.toContain('revokeShownAccessToken')
    expect(JSON.stringify(log.body)).not.toContain(token)
  })

  it.each(['', 'mine', 'guildhall_oat_000000000000000000000000000000'])(
    'that is %j is answered alike',
    async (token) => {
      const answer = await anyone().post('/organization-access-tokens/revoke', { token })
      expect(answer.status).toBe(204)
    },
  )

  it('that waits for its approval isn’t revoked by this', async () => {
    const { token, code } = await start()
    await anyone().post('/organization-access-tokens/revoke', { token })
    expect((await approve(admin, code)).status).toBe(201)
  })
})
