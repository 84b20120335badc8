import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  countsOf,
  downloadScopes,
  linkTo,
  newDownload,
  newFileBenefit,
  newGift,
  newHolder,
  open,
  refundWith,
  targetOf,
} from '../../../../test/downloads.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { type S3StandIn, startS3StandIn } from '../../../../test/s3-stand-in.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'

const db = testDatabase()
const clock = movableClock()
const keys = { accessKeyId: 'AKIDTEST', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCY' }
let bucket: S3StandIn
let server: TestServer
let organization: OwnedOrganization
let calls: BillingCalls

beforeAll(async () => {
  bucket = await startS3StandIn({ bucket: 'shop-files', keys, clock })
  const settings = {
    S3_BUCKET: 'shop-files',
    S3_ENDPOINT: bucket.url,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'on',
  }
  server = await startTestServer(db, settings, { clock })
  organization = await createOrganization(server)
  calls = await newBackend(server, organization, downloadScopes)
})

afterAll(async () => {
  await server?.stop()
  await bucket?.stop()
})

const page = Buffer.from('<script>alert(1)</script>')
const named = { name: 'Größe "A".html', mime_type: 'text/html' }

async function sell() {
  const file = await newDownload(calls, page, named)
  const gift = await newGift(calls, [await newFileBenefit(calls, [file])])
  return newHolder({ server, organization, calls }, gift)
}

it('a link leads to the bucket, which sends the file under its name', async () => {
  const { portal } = await sell()
  const target = await targetOf(await linkTo(portal))
  expect(new URL(target).origin).toBe(bucket.url)
  const served = await fetch(target)
  expect(Buffer.from(await served.arrayBuffer())).toEqual(page)
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-disposition': `attachment; filename="Gro_e _A_.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22A%22.html`,
    'cache-control': 'private, no-store',
  })
})

it('HEAD is signed for HEAD, and continued downloads are not counted again', async () => {
  const holder = await sell()
  const link = await linkTo(holder.portal)
  const head = await fetch(await targetOf(link, { method: 'HEAD' }), { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(page.length)])
  const headers = { range: 'bytes=8-12' }
  const some = await fetch(await targetOf(link, { headers }), { headers })
  expect([some.status, await some.text()]).toEqual([206, 'alert'])
  expect((await countsOf(calls, holder))[0]?.downloads).toBe(0)
  expect((await open(link)).status).toBe(302)
  expect((await countsOf(calls, holder))[0]?.downloads).toBe(1)
})

it('after a refund the link is dead, and the bucket’s a minute after it was made', async () => {
  const holder = await sell()
  const link = await linkTo(holder.portal)
  const target = await targetOf(link)
  await refundWith(calls, holder, true)
  await server.settle()
  expect((await open(link)).status).toBe(404)
  clock.advance(61)
  expect((await fetch(target)).status).toBe(403)
})
