import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Begun,
  base64Of,
  begin,
  fileOf,
  pictureOf,
  png,
  send,
  type Told,
  type Uploaded,
  upload,
} from '../../../../test/files.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { newPerson } from '../../../../test/people.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  inDashboard,
  lastUseOf,
  newAccessToken,
  withNothing,
  withToken,
} from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { slowCall } from '../../../../test/slow-call.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let beta: Founded
let callers: Readonly<Record<string, BillingCalls>>
let ours: Uploaded
let open: Begun
let told: Told

const bytes = Buffer.from('ours')

beforeAll(async () => {
  acme = await found(server.current)
  beta = await found(server.current)
  const tokenOf = async (organization: Founded, scopes: readonly Scope[]) => {
    const { token } = await newAccessToken(server.current, organization, scopes)
    return withToken(server.current, token)
  }
  callers = {
    backend: await tokenOf(acme, ['files:write']),
    'reading backend': await tokenOf(acme, ['files:read']),
    'other backend': await tokenOf(acme, ['customers:write']),
    'stranger’s backend': await tokenOf(beta, ['files:write']),
    owner: inDashboard(server.current, acme.owner),
    member: inDashboard(server.current, await newMember(server.current, acme, 'member')),
    stranger: inDashboard(server.current, await newPerson(server.current)),
    nobody: withNothing(server.current),
  }
  ours = await upload(as('backend'), bytes, fileOf(bytes))
  open = await begin(as('backend'), fileOf(bytes))
  told = await send(open, bytes)
})

function as(who: string): BillingCalls {
  return callers[who] ?? withNothing(server.current)
}

type Act = (calls: BillingCalls, organizationId: string | undefined) => Promise<BillingAnswer>

const acts: Readonly<Record<string, Act>> = {
  list: (calls, id) => calls.get(`/files/${id === undefined ? '' : `?organization_id=${id}`}`),
  create: (calls, id) => calls.post('/files/', fileOf(bytes, { organization_id: id })),
  complete: (calls) => calls.post(`/files/${open.id}/uploaded`, told),
  update: (calls) => calls.patch(`/files/${ours.id}`, { version: '2' }),
  delete: (calls) => calls.remove(`/files/${ours.id}`),
}

const names = Object.keys(acts)

const outcomes = async (who: string, organizationId: string | undefined) => {
  const answers: [string, string][] = []
  for (const name of names) {
    const answer = await acts[name]?.(as(who), organizationId)
    if (answer !== undefined) answers.push([name, briefOf(answer)])
  }
  return Object.fromEntries(answers)
}

const each = (brief: string) => Object.fromEntries(names.map((name) => [name, brief]))

const place = (what: string) => `422 RequestValidationError ${what}.organization_id`
const toStrangers = { ...each('404 ResourceNotFound'), list: '200', create: place('body') }

describe('of the files of Acme', () => {
  it.each([
    ['nobody', each('401 Unauthorized')],
    ['stranger', toStrangers],
    ['stranger’s backend', toStrangers],
    ['other backend', each('403 NotPermitted')],
    ['reading backend', { ...each('403 NotPermitted'), list: '200' }],
    ['member', { ...each('403 NotPermitted'), list: '200' }],
  ])('%s sees and does no more than they may', async (who, expected) => {
    expect(await outcomes(who, acme.id)).toEqual(expected)
  })

  it('strangers see none in their lists', async () => {
    for (const who of ['stranger', 'stranger’s backend']) {
      const { body } = await as(who).get(`/files/?organization_id=${acme.id}&ids=${ours.id}`)
      expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
    }
  })

  it('a person says which organization is meant, and only one', async () => {
    expect(briefOf(await as('owner').get('/files/'))).toBe(place('query'))
    expect(briefOf(await as('owner').post('/files/', fileOf(bytes)))).toBe(place('body'))
    const both = `/files/?organization_id=${acme.id}&organization_id=${beta.id}`
    expect(briefOf(await as('owner').get(both))).toBe(place('query'))
  })

  it('a token that is revoked while the plan is on its way begins nothing', async () => {
    const { id, token } = await newAccessToken(server.current, acme, ['files:write'])
    const call = slowCall(server.current, 'POST', '/files/', `Bearer ${token}`)
    // The caller is known before the body has come.
    await lastUseOf(server.current, id)
    await as('owner').remove(`/organization-access-tokens/${id}`)
    expect((await call.finish(fileOf(bytes))).status).toBe(401)
  })

  it('the owner may do everything', async () => {
    expect(await outcomes('owner', acme.id)).toEqual({
      list: '200',
      create: '201',
      complete: '200',
      update: '200',
      delete: '204',
    })
  })
})

describe('a part is sent by its signature alone', () => {
  it('whoever else is signed in, on whatever page', async () => {
    const { upload: plan } = await begin(as('backend'), pictureOf(png))
    const headers = { origin: 'https://evil.example', cookie: 'guildhall.session_token=x' }
    const sent = await fetch(plan.parts[0]?.url ?? '', { method: 'PUT', headers, body: png })
    expect([sent.status, sent.headers.get('etag')]).toEqual([
      200,
      `"${Buffer.from(base64Of(png), 'base64').toString('hex')}"`,
    ])
  })
})
