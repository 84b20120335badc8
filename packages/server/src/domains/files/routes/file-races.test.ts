import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { describe, expect, it } from 'vitest'
import {
  base64Of,
  completeUpload,
  fileOf,
  imageOf,
  partBytes,
  png,
  sendParts,
  startUpload,
  upload,
} from '../../../../test/files.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { openObjectStorage } from '../../../platform/storage/open-storage.ts'
import { clearIfDeleted } from '../actions/complete-upload.ts'
import { sweepUploads } from '../jobs/sweep-uploads.ts'
import { findFiles } from '../store/files.ts'

const clock = movableClock()
const { server, acme, calls } = sellingServer(['files:write'], {}, { clock })

const storageOf = () => openObjectStorage({ ...server.current, clock })

const eventNamesAbout = async (id: string): Promise<string[]> =>
  (await eventsOf(server.current, acme))
    .filter(({ objectId }) => objectId === id)
    .map(({ name }) => name)

const etagOf = (bytes: Buffer): string => Buffer.from(base64Of(bytes), 'base64').toString('hex')

const large = Buffer.concat([Buffer.alloc(partBytes, 'a'), Buffer.from('end')])

/** All paths on the disk that name the file. */
const leftOf = async (id: string): Promise<string[]> => {
  const left = await readdir(server.current.config.server.data, { recursive: true })
  return left.filter((name) => name.includes(id))
}

describe('parallel calls', () => {
  it('complete an upload once, and all answer the same', async () => {
    const file = await startUpload(calls, fileOf(large))
    const completion = await sendParts(file, large)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => completeUpload(calls, file, completion)),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(briefOf)).toEqual(Array.from({ length: 8 }, () => '200'))
    expect(await eventNamesAbout(file.id)).toEqual(['file.created', 'file.uploaded'])
  })

  it('delete a mismatching upload once, and none succeeds', async () => {
    const page = Buffer.from('<!doctype html>')
    const file = await startUpload(calls, imageOf(page))
    const completion = await sendParts(file, page)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => completeUpload(calls, file, completion)),
    )
    expect(answers.map(({ status }) => status).every((one) => [404, 422].includes(one))).toBe(true)
    expect(await eventNamesAbout(file.id)).toEqual(['file.created', 'file.deleted'])
  })

  it('that complete different bytes leave a file that matches its checksum', async () => {
    const plan = { parts: [{ number: 1, chunk_start: 0, chunk_end: png.length }] }
    for (let tries = 0; tries < 5; tries += 1) {
      const file = await startUpload(calls, imageOf(png, { upload: plan }))
      const other = Buffer.concat([png.subarray(0, -1), Buffer.from('x')])
      const one = await sendParts(file, png)
      const [{ url } = expect.fail('the upload has a part')] = file.upload.parts
      const sendOther = fetch(url, { method: 'PUT', body: other })
      const parts = [{ ...one.parts[0], checksum_etag: etagOf(other) }]
      await Promise.all([
        completeUpload(calls, file, one),
        sendOther.then(() => completeUpload(calls, file, { ...one, parts })),
        completeUpload(calls, file, one),
      ])
      const answers = [
        await completeUpload(calls, file, one),
        await completeUpload(calls, file, { ...one, parts }),
      ]
      const body = answers.find(({ status }) => status === 200)?.body
      const shown = await fetch(String(body?.['public_url']))
      const bytes = Buffer.from(await shown.arrayBuffer())
      expect(body?.['checksum_sha256_base64']).toBe(base64Of(bytes))
    }
  })

  it('that complete and delete a file leave no bytes behind', async () => {
    const file = await startUpload(calls, fileOf(large))
    const completion = await sendParts(file, large)
    await Promise.all([completeUpload(calls, file, completion), calls.remove(`/files/${file.id}`)])
    await server.current.settle()
    expect((await calls.remove(`/files/${file.id}`)).status).toBe(404)
    expect((await leftOf(file.id)).filter((name) => name.startsWith('files'))).toEqual([])
  })
})

it('a file that is assembled while it is deleted leaves no bytes behind', async () => {
  const { id, path } = await upload(calls, png, imageOf(png))
  const { database, config, keyring } = server.current
  const uowFactory = { database, clock, wake: () => undefined }
  const deps = { uowFactory, clock, config, keyring, storage: await storageOf() }
  const [row = expect.fail('the file exists')] = await findFiles(
    database.kysely,
    organizationId.parse(acme.id),
    [id],
  )
  await clearIfDeleted(deps, row)
  expect(await leftOf(id)).toContain(join('files', path))
  await calls.remove(`/files/${id}`)
  await server.current.settle()
  expect(await leftOf(id)).not.toContain(join('files', path))
  const place = join(config.server.data, 'files', path)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, png)
  await clearIfDeleted(deps, row)
  expect(await leftOf(id)).not.toContain(join('files', path))
})

describe('after a crash during completion', () => {
  it('an assembled upload can be completed by a second call', async () => {
    const file = await startUpload(calls, fileOf(large))
    const completion = await sendParts(file, large)
    const storage = await storageOf()
    const parts = completion.parts.map(({ number, checksum_etag }) => ({
      number,
      etag: checksum_etag.replaceAll('"', ''),
      checksum: null,
    }))
    await storage.finishUpload({ path: file.path, uploadId: file.upload.id }, parts)
    const { status, body } = await completeUpload(calls, file, completion)
    expect([status, body?.['is_uploaded']]).toEqual([200, true])
  })

  it('an assembled upload with a wrong part is refused', async () => {
    const plan = { parts: [{ number: 1, chunk_start: 0, chunk_end: png.length }] }
    const file = await startUpload(
      calls,
      imageOf(png, { upload: plan, checksum_sha256_base64: base64Of(png) }),
    )
    const wrong = Buffer.concat([png.subarray(0, -1), Buffer.from('x')])
    const [right, completion] = [await sendParts(file, png), await sendParts(file, wrong)]
    const storage = await storageOf()
    const etag = base64Of(wrong)
    const parts = [{ number: 1, etag: Buffer.from(etag, 'base64').toString('hex'), checksum: null }]
    await storage.finishUpload({ path: file.path, uploadId: completion.id }, parts)
    expect(briefOf(await completeUpload(calls, file, right))).toBe(
      '422 RequestValidationError body.parts',
    )
  })
})

describe('the sweep', () => {
  const sweep = async () => {
    const { config, database } = server.current
    const uowFactory = { database, clock, wake: () => undefined }
    await sweepUploads({ uowFactory, clock, config, storage: await storageOf() })
    await server.current.settle()
  }

  it('removes old upload folders that belong to no file', async () => {
    const { data } = server.current.config.server
    const folder = join(data, 'uploads', 'downloadable', acme.id, 'unknown')
    await mkdir(join(folder, 'upload'), { recursive: true })
    await sweep()
    expect(await leftOf('unknown')).not.toEqual([])
    const long = new Date(clock.now().getTime() - 90_000_000)
    await utimes(folder, long, long)
    await sweep()
    expect(await leftOf('unknown')).toEqual([])
  })

  it('deletes uploads that are not completed within a day, and nothing else', async () => {
    const abandoned = await startUpload(calls, fileOf(large))
    const completion = await sendParts(abandoned, large)
    const done = await startUpload(calls, fileOf(large))
    await completeUpload(calls, done, await sendParts(done, large))
    clock.advance(86_400 + 601)
    const open = await startUpload(calls, fileOf(large))
    await sweep()
    expect(await eventNamesAbout(abandoned.id)).toEqual(['file.created', 'file.deleted'])
    expect(await eventNamesAbout(open.id)).toEqual(['file.created'])
    expect(await eventNamesAbout(done.id)).toEqual(['file.created', 'file.uploaded'])
    expect((await leftOf(abandoned.id)).filter((name) => /\d\.\w{64}$/.test(name))).toEqual([])
    expect((await leftOf(done.id)).some((name) => name.endsWith('manual.txt'))).toBe(true)
    expect((await completeUpload(calls, abandoned, completion)).status).toBe(404)
  })
})
