import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { base64Of, fileOf, imageOf, png, startUpload } from '../../../../test/files.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { inDashboard, lastUseOf, newAccessToken, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { slowCall } from '../../../../test/slow-call.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization

beforeAll(async () => {
  acme = await createOrganization(server.current)
})

it('a token that is revoked while its request arrives starts no upload', async () => {
  const { id, token } = await newAccessToken(server.current, acme, ['files:write'])
  const call = slowCall(server.current, 'POST', '/files/', `Bearer ${token}`)
  // The caller is recognized before the body has arrived.
  await lastUseOf(server.current, id)
  const owner = inDashboard(server.current, acme.owner)
  await owner.remove(`/organization-access-tokens/${id}`)
  expect((await call.finish(fileOf(Buffer.from('late')))).status).toBe(401)
})

it('a part is uploaded by its signature alone, from any page and with any cookie', async () => {
  const backend = await newBackend(server.current, acme, ['files:write'])
  const { upload } = await startUpload(backend, imageOf(png))
  const headers = { origin: 'https://evil.example', cookie: 'guildhall.session_token=x' }
  const sent = await fetch(upload.parts[0]?.url ?? '', { method: 'PUT', headers, body: png })
  expect([sent.status, sent.headers.get('etag')]).toEqual([
    200,
    `"${Buffer.from(base64Of(png), 'base64').toString('hex')}"`,
  ])
})
