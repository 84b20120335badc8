import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  base64Of,
  completeUpload,
  fileOf,
  imageOf,
  partBytes,
  png,
  sendParts,
  sha256,
  startUpload,
  upload,
} from '../../../../test/files.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
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
  calls = await newBackend(server, await createOrganization(server), ['files:write'])
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

describe('files in a bucket', () => {
  it('are uploaded directly to the bucket', async () => {
    const file = await startUpload(calls, fileOf(large))
    expect(file.upload.parts.map(({ url }) => new URL(url).origin)).toEqual([
      bucket.url,
      bucket.url,
    ])
    const { body } = await completeUpload(calls, file, await sendParts(file, large))
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
    ['the digest of the parts’ digests', composite],
    ['the digest of the whole, which only this server can compute', base64Of(large)],
  ])('accept as announced checksum %s', async (_title, checksum_sha256_base64) => {
    const file = await upload(calls, large, fileOf(large, { checksum_sha256_base64 }))
    expect(file.checksum_sha256_base64).toBe(checksum_sha256_base64)
  })

  it('get a checksum if none was announced', async () => {
    const file = await upload(calls, large, fileOf(large, unchecked))
    expect(file.checksum_sha256_base64).toBe(composite)
  })

  it('are deleted if a checksum does not match', async () => {
    const file = await startUpload(calls, fileOf(large, unchecked))
    const completion = await sendParts(file, large)
    const parts = completion.parts.map((part) => ({
      ...part,
      checksum_sha256_base64: base64Of(png),
    }))
    const refusal = '422 RequestValidationError body.parts'
    expect(briefOf(await completeUpload(calls, file, { ...completion, parts }))).toBe(refusal)
    await server.settle()
    expect(bucket.objects.has(file.path)).toBe(false)
  })

  it('are served by this server if they are public', async () => {
    const file = await upload(calls, png, imageOf(png))
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

  it('are deleted if they are no image although declared as one', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    const file = await startUpload(calls, imageOf(page))
    const completion = await sendParts(file, page)
    expect(bucket.uploads.size).toBe(1)
    const refusal = '422 RequestValidationError body.parts'
    expect(briefOf(await completeUpload(calls, file, completion))).toBe(refusal)
    await server.settle()
    expect(bucket.objects.has(file.path)).toBe(false)
  })

  it('are completed once by parallel calls', async () => {
    const file = await startUpload(calls, fileOf(large))
    const completion = await sendParts(file, large)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => completeUpload(calls, file, completion)),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  it('can be completed after a refusal for a missing part', async () => {
    const file = await startUpload(calls, fileOf(large))
    const completion = await sendParts(file, large)
    const [first] = completion.parts
    const lost = { number: 2, checksum_etag: 'x', checksum_sha256_base64: null }
    expect(
      briefOf(await completeUpload(calls, file, { ...completion, parts: [first, lost] })),
    ).toBe('422 RequestValidationError body.parts.1')
    expect((await completeUpload(calls, file, completion)).status).toBe(200)
  })

  it('are removed from the bucket on deletion, as are unfinished uploads', async () => {
    const file = await upload(calls, large, fileOf(large))
    const open = await startUpload(calls, fileOf(large))
    for (const { id } of [file, open]) expect((await calls.remove(`/files/${id}`)).status).toBe(204)
    await server.settle()
    expect(bucket.objects.has(file.path)).toBe(false)
    expect(bucket.uploads.has(open.upload.id)).toBe(false)
  })

  it('answer 503 while the bucket is unavailable', async () => {
    bucket.fail(503)
    try {
      const { status, headers } = await calls.post('/files/', fileOf(large))
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    } finally {
      bucket.fail(null)
    }
  })

  it('are not accepted in parts by this server', async () => {
    const file = await startUpload(calls, fileOf(png))
    const here = `${server.url}/v1/file-parts/${file.path}/1`
    expect((await fetch(here, { method: 'PUT', body: png })).status).toBe(404)
  })

  it('can be uploaded by pages of the dashboard', async () => {
    const { headers } = await fetch(`${server.url}/dashboard/acme`, {
      headers: { accept: 'text/html' },
    })
    expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${bucket.url};`)
  })
})
