import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  base64Of,
  type Completion,
  fileOf,
  imageOf,
  png,
  type StartedUpload,
  sendParts,
  startUpload,
  type Uploaded,
  upload,
} from '../../../../test/files.ts'
import { briefOf, lastUseOf, newAccessToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { slowCall } from '../../../../test/slow-call.ts'
import {
  type Acts,
  type CallerName,
  createTestCallers,
  eachOf,
} from '../../../../test/test-callers.ts'

const db = testDatabase()
const server = testServer(db)
const callers = createTestCallers(server, {
  all: ['files:write'],
  reading: ['files:read'],
  other: ['customers:write'],
})
let ours: Uploaded
let open: StartedUpload
let completion: Completion

const bytes = Buffer.from('ours')

beforeAll(async () => {
  ours = await upload(callers.as('backend'), bytes, fileOf(bytes))
  open = await startUpload(callers.as('backend'), fileOf(bytes))
  completion = await sendParts(open, bytes)
})

const acts: Acts = {
  list: (calls, id) => calls.get(`/files/${id === undefined ? '' : `?organization_id=${id}`}`),
  create: (calls, id) => calls.post('/files/', fileOf(bytes, { organization_id: id })),
  complete: (calls) => calls.post(`/files/${open.id}/uploaded`, completion),
  update: (calls) => calls.patch(`/files/${ours.id}`, { version: '2' }),
  delete: (calls) => calls.remove(`/files/${ours.id}`),
}

const outcomes = (who: CallerName, organizationId: string | undefined) =>
  callers.outcomes(acts, who, organizationId)

const each = (outcome: string) => eachOf(acts, () => outcome)

const place = (what: string) => `422 RequestValidationError ${what}.organization_id`
const toStrangers = { ...each('404 ResourceNotFound'), list: '200', create: place('body') }

describe('access to files', () => {
  it.each([
    ['anonymous', each('401 Unauthorized')],
    ['stranger', toStrangers],
    ['backend of a stranger', toStrangers],
    ['backend without the scope', each('403 NotPermitted')],
    ['read-only backend', { ...each('403 NotPermitted'), list: '200' }],
    ['member', { ...each('403 NotPermitted'), list: '200' }],
  ] as const)('is limited for: %s', async (who, expected) => {
    expect(await outcomes(who, callers.acme.id)).toEqual(expected)
  })

  it('does not extend to lists of other organizations', async () => {
    for (const who of ['stranger', 'backend of a stranger'] as const) {
      const { body } = await callers
        .as(who)
        .get(`/files/?organization_id=${callers.acme.id}&ids=${ours.id}`)
      expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
    }
  })

  it('requires persons to name exactly one organization', async () => {
    expect(briefOf(await callers.as('owner').get('/files/'))).toBe(place('query'))
    expect(briefOf(await callers.as('owner').post('/files/', fileOf(bytes)))).toBe(place('body'))
    const both = `/files/?organization_id=${callers.acme.id}&organization_id=${callers.beta.id}`
    expect(briefOf(await callers.as('owner').get(both))).toBe(place('query'))
  })

  it('ends when the token is revoked while the body is being sent', async () => {
    const { id, token } = await newAccessToken(server.current, callers.acme, ['files:write'])
    const call = slowCall(server.current, 'POST', '/files/', `Bearer ${token}`)
    // The caller is authenticated before the body arrives.
    await lastUseOf(server.current, id)
    await callers.as('owner').remove(`/organization-access-tokens/${id}`)
    expect((await call.finish(fileOf(bytes))).status).toBe(401)
  })

  it('is complete for the owner', async () => {
    expect(await outcomes('owner', callers.acme.id)).toEqual({
      list: '200',
      create: '201',
      complete: '200',
      update: '200',
      delete: '204',
    })
  })
})

describe('a part needs no credentials but the signature', () => {
  it('on any origin and with any session', async () => {
    const { upload: plan } = await startUpload(callers.as('backend'), imageOf(png))
    const headers = { origin: 'https://evil.example', cookie: 'guildhall.session_token=x' }
    const sent = await fetch(plan.parts[0]?.url ?? '', { method: 'PUT', headers, body: png })
    expect([sent.status, sent.headers.get('etag')]).toEqual([
      200,
      `"${Buffer.from(base64Of(png), 'base64').toString('hex')}"`,
    ])
  })
})
