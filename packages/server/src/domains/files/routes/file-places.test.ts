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
import { type Acts, eachOf, type Neighbour, neighbours } from '../../../../test/neighbours.ts'
import { briefOf, lastUseOf, newAccessToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { slowCall } from '../../../../test/slow-call.ts'

const db = testDatabase()
const server = testServer(db)
const near = neighbours(server, {
  all: ['files:write'],
  reading: ['files:read'],
  other: ['customers:write'],
})
let ours: Uploaded
let open: Begun
let told: Told

const bytes = Buffer.from('ours')

beforeAll(async () => {
  ours = await upload(near.as('backend'), bytes, fileOf(bytes))
  open = await begin(near.as('backend'), fileOf(bytes))
  told = await send(open, bytes)
})

const acts: Acts = {
  list: (calls, id) => calls.get(`/files/${id === undefined ? '' : `?organization_id=${id}`}`),
  create: (calls, id) => calls.post('/files/', fileOf(bytes, { organization_id: id })),
  complete: (calls) => calls.post(`/files/${open.id}/uploaded`, told),
  update: (calls) => calls.patch(`/files/${ours.id}`, { version: '2' }),
  delete: (calls) => calls.remove(`/files/${ours.id}`),
}

const outcomes = (who: Neighbour, organizationId: string | undefined) =>
  near.outcomes(acts, who, organizationId)

const each = (outcome: string) => eachOf(acts, () => outcome)

const place = (what: string) => `422 RequestValidationError ${what}.organization_id`
const toStrangers = { ...each('404 ResourceNotFound'), list: '200', create: place('body') }

describe('of the files of Acme', () => {
  it.each([
    ['nobody', each('401 Unauthorized')],
    ['stranger', toStrangers],
    ['stranger’s backend', toStrangers],
    ['backend of other rights', each('403 NotPermitted')],
    ['reading backend', { ...each('403 NotPermitted'), list: '200' }],
    ['member', { ...each('403 NotPermitted'), list: '200' }],
  ] as const)('%s sees and does no more than they may', async (who, expected) => {
    expect(await outcomes(who, near.acme.id)).toEqual(expected)
  })

  it('strangers see none in their lists', async () => {
    for (const who of ['stranger', 'stranger’s backend'] as const) {
      const { body } = await near
        .as(who)
        .get(`/files/?organization_id=${near.acme.id}&ids=${ours.id}`)
      expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
    }
  })

  it('a person says which organization is meant, and only one', async () => {
    expect(briefOf(await near.as('owner').get('/files/'))).toBe(place('query'))
    expect(briefOf(await near.as('owner').post('/files/', fileOf(bytes)))).toBe(place('body'))
    const both = `/files/?organization_id=${near.acme.id}&organization_id=${near.beta.id}`
    expect(briefOf(await near.as('owner').get(both))).toBe(place('query'))
  })

  it('a token that is revoked while the plan is on its way begins nothing', async () => {
    const { id, token } = await newAccessToken(server.current, near.acme, ['files:write'])
    const call = slowCall(server.current, 'POST', '/files/', `Bearer ${token}`)
    // The caller is known before the body has come.
    await lastUseOf(server.current, id)
    await near.as('owner').remove(`/organization-access-tokens/${id}`)
    expect((await call.finish(fileOf(bytes))).status).toBe(401)
  })

  it('the owner may do everything', async () => {
    expect(await outcomes('owner', near.acme.id)).toEqual({
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
    const { upload: plan } = await begin(near.as('backend'), pictureOf(png))
    const headers = { origin: 'https://evil.example', cookie: 'guildhall.session_token=x' }
    const sent = await fetch(plan.parts[0]?.url ?? '', { method: 'PUT', headers, body: png })
    expect([sent.status, sent.headers.get('etag')]).toEqual([
      200,
      `"${Buffer.from(base64Of(png), 'base64').toString('hex')}"`,
    ])
  })
})
