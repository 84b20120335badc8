import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  base64Of,
  begin,
  complete,
  fileOf,
  partBytes,
  pictureOf,
  png,
  send,
  sha256,
  upload,
} from '../../../../test/files.ts'
import { found } from '../../../../test/founding.ts'
import { type S3StandIn, startS3StandIn } from '../../../../test/s3-stand-in.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { systemClock } from '../../../platform/clock.ts'

const db = testDatabase()
const keys = { accessKeyId: 'AKIDTEST', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCY' }
let bucket: S3StandIn
let server: TestServer
let calls: BillingCalls

beforeAll(async () => {
  bucket = await startS3StandIn({ bucket: 'shop-files', keys, clock: systemClock })
  server = await startTestServer(db, {
    S3_BUCKET: 'shop-files',
    S3_ENDPOINT: bucket.url,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'on',
  })
  calls = await newBackend(server, await found(server), ['files:write'])
})

afterAll(async () => {
  await server?.stop()
  await bucket?.stop()
})

const large = Buffer.concat([Buffer.alloc(partBytes, 'a'), Buffer.from('the end')])
const chunks = [large.subarray(0, partBytes), large.subarray(partBytes)]
const composite = base64Of(Buffer.concat(chunks.map(sha256)))

const unchecked = {
  upload: {
    parts: [
      { number: 1, chunk_start: 0, chunk_end: partBytes },
      { number: 2, chunk_start: partBytes, chunk_end: large.length },
    ],
  },
}

describe('in a bucket', () => {
  it('a file goes there without passing this server', async () => {
    const file = await begin(calls, fileOf(large))
    expect(file.upload.parts.map(({ url }) => new URL(url).origin)).toEqual([
      bucket.url,
      bucket.url,
    ])
    const { body } = await complete(calls, file, await send(file, large))
    expect(body).toMatchObject({
      is_uploaded: true,
      checksum_sha256_base64: composite,
      checksum_etag: bucket.objects.get(file.path)?.etag,
      storage_version: 'v1',
    })
    expect(bucket.objects.get(file.path)?.disposition).toContain('attachment')
    expect(await readdir(server.config.server.data)).toEqual([])
  })

  it.each([
    ['the digest of the digests', composite],
    ['that of the whole, which only this server can compute', base64Of(large)],
  ])('a file keeps the promised checksum, be it %s', async (_what, checksum_sha256_base64) => {
    const file = await upload(calls, large, fileOf(large, { checksum_sha256_base64 }))
    expect(file.checksum_sha256_base64).toBe(checksum_sha256_base64)
  })

  it('a file needs no checksums, and gets one', async () => {
    const file = await upload(calls, large, fileOf(large, unchecked))
    expect(file.checksum_sha256_base64).toBe(composite)
  })

  it('a file with another checksum than it is told to have is thrown away', async () => {
    const file = await begin(calls, fileOf(large, unchecked))
    const told = await send(file, large)
    const parts = told.parts.map((part) => ({ ...part, checksum_sha256_base64: base64Of(png) }))
    const refusal = '422 RequestValidationError body.parts'
    expect(briefOf(await complete(calls, file, { ...told, parts }))).toBe(refusal)
    await server.settle()
    expect(bucket.objects.has(file.path)).toBe(false)
  })

  it('a picture is shown by this server, as it is anywhere', async () => {
    const file = await upload(calls, png, pictureOf(png))
    const answer = await fetch(String(file.public_url))
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const some = await fetch(String(file.public_url), { headers: { range: 'bytes=1-3' } })
    expect([some.status, await some.text()]).toEqual([206, 'PNG'])
  })

  it('a page that says it’s a picture is thrown away', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    const file = await begin(calls, pictureOf(page))
    const told = await send(file, page)
    expect(bucket.uploads.size).toBe(1)
    const refusal = '422 RequestValidationError body.parts'
    expect(briefOf(await complete(calls, file, told))).toBe(refusal)
    await server.settle()
    expect(bucket.objects.has(file.path)).toBe(false)
  })

  it('many complete one file, and all are told so', async () => {
    const file = await begin(calls, fileOf(large))
    const told = await send(file, large)
    const answers = await Promise.all(Array.from({ length: 6 }, () => complete(calls, file, told)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  it('a part that didn’t come is missed, and taken later', async () => {
    const file = await begin(calls, fileOf(large))
    const told = await send(file, large)
    const [first] = told.parts
    const lost = { number: 2, checksum_etag: 'x', checksum_sha256_base64: null }
    expect(briefOf(await complete(calls, file, { ...told, parts: [first, lost] }))).toBe(
      '422 RequestValidationError body.parts.1',
    )
    expect((await complete(calls, file, told)).status).toBe(200)
  })

  it('a file is deleted there, and so is what is on its way', async () => {
    const file = await upload(calls, large, fileOf(large))
    const open = await begin(calls, fileOf(large))
    for (const { id } of [file, open]) expect((await calls.remove(`/files/${id}`)).status).toBe(204)
    await server.settle()
    expect(bucket.objects.has(file.path)).toBe(false)
    expect(bucket.uploads.has(open.upload.id)).toBe(false)
  })

  it('nothing begins while it’s away, and that is said', async () => {
    bucket.fail(503)
    try {
      const { status, headers } = await calls.post('/files/', fileOf(large))
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    } finally {
      bucket.fail(null)
    }
  })

  it('parts are not taken here', async () => {
    const file = await begin(calls, fileOf(png))
    const here = `${server.url}/v1/file-parts/${file.path}/1`
    expect((await fetch(here, { method: 'PUT', body: png })).status).toBe(404)
  })

  it('the dashboard’s pages may send there', async () => {
    const { headers } = await fetch(`${server.url}/dashboard/acme`, {
      headers: { accept: 'text/html' },
    })
    expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${bucket.url};`)
  })
})
