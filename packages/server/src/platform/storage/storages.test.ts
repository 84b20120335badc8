import { createHash } from 'node:crypto'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../../test/movable-clock.ts'
import { type S3StandIn, startS3StandIn } from '../../../test/s3-stand-in.ts'
import { assert } from '../../kernel/assert.ts'
import { readConfig } from '../config/config.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { diskStorage } from './disk.ts'
import type { ObjectStorage, SentPart } from './object-storage.ts'
import { openObjectStorage } from './open-storage.ts'

const clock = movableClock()
const keyring = createKeyring(['a secret of the tests that is long enough'])
const keys = { accessKeyId: 'AKIDTEST', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCY' }
let folder: string
let bucket: S3StandIn
let storages: Readonly<Record<'disk' | 'bucket', ObjectStorage>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-storage-'))
  bucket = await startS3StandIn({ bucket: 'shop-files', keys, clock })
  const config = readConfig({
    GUILDHALL_DATA: folder,
    S3_BUCKET: 'shop-files',
    S3_ENDPOINT: bucket.url,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'on',
  })
  assert(!('faults' in config), `the settings are good: ${JSON.stringify(config)}`)
  storages = {
    disk: diskStorage({ folder, url: 'http://localhost:3000', keyring }),
    bucket: await openObjectStorage({ config, keyring, clock }),
  }
})

afterAll(async () => {
  await bucket?.stop()
  await rm(folder, { recursive: true, force: true })
})

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

let made = 0
const newPath = (): string => `downloadable/shop/${(made += 1)}/Größe (1) & more.txt`

const partBytes = 5 * 1024 * 1024
const first = Buffer.alloc(partBytes, 'a')
const second = Buffer.from('and the rest')

const begin = (storage: ObjectStorage, path: string, hasChecksums = true) =>
  storage.beginUpload({ path, mimeType: 'text/plain', disposition: null, hasChecksums })

const soon = () => new Date(clock.now().getTime() + 600_000)

/** As a client does: directly to the storage, or through this server. */
async function sendPart(
  storage: ObjectStorage,
  upload: { readonly path: string; readonly uploadId: string },
  { number, bytes, checksum }: { number: number; bytes: Buffer; checksum: Buffer | null },
): Promise<SentPart> {
  const part = { number, bytes: bytes.length, checksum }
  if (storage.receiver !== null) {
    const received = await storage.receiver.receive(upload, part, chunksOf(bytes))
    assert(!('fault' in received), 'the part is right')
    return { number, etag: received.etag, checksum }
  }
  const { url, headers } = await storage.partLink(upload, part, soon())
  const answer = await fetch(url, { method: 'PUT', headers, body: bytes })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  return { number, etag: String(answer.headers.get('etag')).replaceAll('"', ''), checksum }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

async function upload(storage: ObjectStorage, path: string, chunks: readonly Buffer[]) {
  const uploadId = await begin(storage, path)
  const parts: SentPart[] = []
  for (const [at, bytes] of chunks.entries()) {
    parts.push(
      await sendPart(
        storage,
        { path, uploadId },
        { number: at + 1, bytes, checksum: sha256(bytes) },
      ),
    )
  }
  return { uploadId, parts, stored: await storage.finishUpload({ path, uploadId }, parts) }
}

async function bytesAt(
  storage: ObjectStorage,
  path: string,
  range?: { first: number; last: number },
) {
  const stream = await storage.read(path, range)
  if (stream === null) return null
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe.each(['disk', 'bucket'] as const)('a %s', (kind) => {
  const storage = () => storages[kind]

  it('stores an upload of one part', async () => {
    const path = newPath()
    const { stored } = await upload(storage(), path, [second])
    expect(stored).toMatchObject({
      size: 12,
      digest: sha256(second),
      partDigests: [sha256(second)],
    })
    expect(await bytesAt(storage(), path)).toEqual(second)
    expect((await bytesAt(storage(), path, { first: 4, last: 6 }))?.toString()).toBe('the')
  })

  it('stores bytes at once, and replaces them', async () => {
    const path = newPath()
    for (const bytes of [second, Buffer.from('others')]) {
      await storage().put({ path, mimeType: 'text/plain', bytes })
      expect(await bytesAt(storage(), path)).toEqual(bytes)
    }
    await storage().remove(path)
    expect(await bytesAt(storage(), path)).toBeNull()
  })

  it('joins parts in order', async () => {
    const path = newPath()
    const { stored } = await upload(storage(), path, [first, second])
    expect(stored).toMatchObject({
      size: partBytes + 12,
      etag: expect.stringMatching(/^[0-9a-f]{32,64}-2$/),
      partDigests: [sha256(first), sha256(second)],
    })
    expect((await bytesAt(storage(), path))?.equals(Buffer.concat([first, second]))).toBe(true)
  })

  it('completes twice with the same result', async () => {
    const path = newPath()
    const { uploadId, parts, stored } = await upload(storage(), path, [first, second])
    const again = await storage().finishUpload({ path, uploadId }, parts)
    expect(again).toMatchObject({ size: partBytes + 12, partDigests: null, digest: null })
    expect(again).toHaveProperty('etag', 'etag' in stored ? stored.etag : '')
  })

  it('reports a missing or different part and accepts it later', async () => {
    const path = newPath()
    const uploadId = await begin(storage(), path)
    const upload = { path, uploadId }
    const one = await sendPart(storage(), upload, {
      number: 1,
      bytes: first,
      checksum: sha256(first),
    })
    const lost = { number: 2, etag: 'ab'.repeat(16), checksum: sha256(second) }
    expect(await storage().finishUpload(upload, [one, lost])).toEqual({ missing: 2 })
    const two = await sendPart(storage(), upload, {
      number: 2,
      bytes: second,
      checksum: sha256(second),
    })
    const wrong = { ...one, etag: two.etag }
    expect(await storage().finishUpload(upload, [wrong, two])).toEqual({ missing: 1 })
    expect(await storage().finishUpload(upload, [one, two])).toMatchObject({ size: partBytes + 12 })
  })

  it('returns no checksum when no part has one, unless it has computed it', async () => {
    const path = newPath()
    const uploadId = await begin(storage(), path, false)
    const upload = { path, uploadId }
    const one = await sendPart(storage(), upload, { number: 1, bytes: second, checksum: null })
    const partDigests = kind === 'disk' ? [sha256(second)] : null
    expect(await storage().finishUpload(upload, [one])).toMatchObject({ size: 12, partDigests })
  })

  it('aborts an upload, after which its parts are gone', async () => {
    const path = newPath()
    const uploadId = await begin(storage(), path)
    const one = await sendPart(
      storage(),
      { path, uploadId },
      { number: 1, bytes: second, checksum: sha256(second) },
    )
    await storage().abandonUpload({ path, uploadId })
    await storage().abandonUpload({ path, uploadId })
    expect(await storage().finishUpload({ path, uploadId }, [one])).toEqual({ missing: 1 })
    expect(await storage().read(path)).toBeNull()
  })

  it('deletes a file, after which it is not found', async () => {
    const [path, other] = [newPath(), newPath()]
    await upload(storage(), path, [second])
    await upload(storage(), other, [second])
    await storage().remove(path)
    await storage().remove(path)
    expect(await bytesAt(storage(), path)).toBeNull()
    expect(await bytesAt(storage(), other)).toEqual(second)
  })

  it('deletes a folder with its files and unfinished uploads', async () => {
    const inside = [1, 2, 3].map((at) => `downloadable/gone/${at}/a.txt`)
    const sibling = 'downloadable/gone-not/1/a.txt'
    for (const path of [...inside, sibling]) await upload(storage(), path, [second])
    const open = []
    for (const path of inside)
      open.push({ path: `${path}x`, uploadId: await begin(storage(), `${path}x`) })
    await storage().removeFolder('downloadable/gone')
    for (const path of inside) expect(await bytesAt(storage(), path)).toBeNull()
    expect(await bytesAt(storage(), sibling)).toEqual(second)
    for (const one of open) {
      const part = { number: 1, etag: 'x', checksum: null }
      expect(await storage().finishUpload(one, [part])).toEqual({ missing: 1 })
    }
  })

  it('sweeps old uploads', async () => {
    const path = newPath()
    const uploadId = await begin(storage(), path)
    const bytes = { number: 1, bytes: second, checksum: sha256(second) }
    const part = await sendPart(storage(), { path, uploadId }, bytes)
    const past = new Date(clock.now().getTime() - 60_000)
    await storage().sweepUploads(['downloadable', 'product_media'], past)
    await sendPart(storage(), { path, uploadId }, bytes)
    const future = new Date(clock.now().getTime() + 60_000)
    await storage().sweepUploads(['product_media'], future)
    await sendPart(storage(), { path, uploadId }, bytes)
    await storage().sweepUploads(['downloadable'], future)
    expect(await storage().finishUpload({ path, uploadId }, [part])).toEqual({ missing: 1 })
  })
})

describe('the disk', () => {
  it.each(['../out', 'a/../../out', '/etc/passwd', '..'])('refuses the path %s', async (path) => {
    await expect(storages.disk.read(path)).rejects.toThrow('stays within')
  })

  it('never overwrites an existing file', async () => {
    const path = newPath()
    await upload(storages.disk, path, [second])
    const other = Buffer.from('and the best')
    const { stored } = await upload(storages.disk, path, [other])
    expect(stored).toMatchObject({ digest: null, partDigests: null })
    expect(await bytesAt(storages.disk, path)).toEqual(second)
  })

  it('accepts exactly the announced bytes of a part', async () => {
    const path = newPath()
    const uploadId = await begin(storages.disk, path)
    const receive = (bytes: number, checksum: Buffer | null) =>
      storages.disk.receiver?.receive(
        { path, uploadId },
        { number: 1, bytes, checksum },
        chunksOf(second),
      )
    expect(await receive(11, null)).toEqual({ fault: 'length' })
    expect(await receive(13, null)).toEqual({ fault: 'length' })
    expect(await receive(12, sha256(first))).toEqual({ fault: 'checksum' })
    expect(await receive(12, sha256(second))).toEqual({ etag: sha256(second).toString('hex') })
    await storages.disk.abandonUpload({ path, uploadId })
    expect(await receive(12, sha256(second))).toEqual({ fault: 'over' })
  })
})

describe('a bucket', () => {
  const link = async (checksum: Buffer | null, path = newPath()) => {
    const uploadId = await begin(storages.bucket, path, checksum !== null)
    const part = { number: 1, bytes: second.length, checksum }
    return storages.bucket.partLink({ path, uploadId }, part, soon())
  }
  const put = async (url: string, body: Buffer, headers: Readonly<Record<string, string>> = {}) =>
    (await fetch(url, { method: 'PUT', body, headers: { ...headers } })).status

  it('accepts a part only with the signed checksum and length', async () => {
    const { url, headers } = await link(sha256(second))
    expect(headers).toEqual({
      'x-amz-checksum-sha256': sha256(second).toString('base64'),
      'x-amz-sdk-checksum-algorithm': 'SHA256',
    })
    const other = Buffer.from('and the best')
    const forged = { ...headers, 'x-amz-checksum-sha256': sha256(other).toString('base64') }
    expect(await put(url, second)).toBe(403)
    expect(await put(url, other, forged)).toBe(403)
    expect(await put(url, other, headers)).toBe(400)
    expect(await put(url, Buffer.concat([second, second]), headers)).toBe(403)
    expect(await put(url, second, headers)).toBe(200)
    expect(bucket.refused.slice(-4)).toEqual([
      'SignatureDoesNotMatch',
      'SignatureDoesNotMatch',
      'BadDigest',
      'SignatureDoesNotMatch',
    ])
  })

  it('accepts a part for ten minutes', async () => {
    const { url, headers } = await link(null)
    expect(headers).toEqual({})
    const tampered = url.replace('partNumber=1', 'partNumber=2')
    expect(await put(tampered, second)).toBe(403)
    clock.advance(601)
    expect(await put(url, second)).toBe(403)
    clock.advance(-601)
    const fresh = await link(null)
    expect(await put(fresh.url, second)).toBe(200)
  })

  it('serves files under their name to anyone with a link, for ten minutes', async () => {
    const path = newPath()
    await upload(storages.bucket, path, [second])
    const download = {
      method: 'GET',
      path,
      mimeType: 'text/plain',
      disposition: `attachment; filename="a.txt"; filename*=UTF-8''%C3%A4.txt`,
      expiresAt: soon(),
    } as const
    const { url } = await storages.bucket.downloadLink(download)
    const answer = await fetch(url)
    expect(await answer.text()).toBe(second.toString())
    expect(answer.headers.get('content-disposition')).toBe(download.disposition)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect((await fetch(url.replace('attachment', 'inline'))).status).toBe(403)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(403)
    const head = await storages.bucket.downloadLink({ ...download, method: 'HEAD' })
    const size = (await fetch(head.url, { method: 'HEAD' })).headers.get('content-length')
    expect(size).toBe(String(second.length))
    clock.advance(601)
    expect((await fetch(url)).status).toBe(403)
    clock.advance(-601)
  })

  it('that can’t be reached is reported as unavailable', async () => {
    const path = newPath()
    bucket.fail(503)
    try {
      await expect(begin(storages.bucket, path)).rejects.toMatchObject({ code: 'unavailable' })
      await expect(storages.bucket.read(path)).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      bucket.fail(null)
    }
    expect(await begin(storages.bucket, path)).toContain('upload')
  })
})

it('a link moved to another part is refused', async () => {
  const path = newPath()
  const uploadId = await begin(storages.disk, path)
  const secret = join(folder, 'secret')
  await writeFile(secret, 'the secret of this server')
  await symlink(secret, join(folder, 'uploads', path, '..', uploadId, `1.${'0'.repeat(63)}x`))
  const part = { number: 1, etag: `${'0'.repeat(63)}x`, checksum: null }
  expect(await storages.disk.finishUpload({ path, uploadId }, [part])).toEqual({ missing: 1 })
})
