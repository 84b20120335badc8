import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { beforeAll, describe, expect, it } from 'vitest'
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
  upload,
} from '../../../../test/files.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { openObjectStorage } from '../../../platform/storage/open-storage.ts'
import { clearIfGone } from '../actions/complete-upload.ts'
import { findFilesOf } from '../index.ts'
import { sweepUploads } from '../jobs/sweep-uploads.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
let acme: Founded
let calls: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  calls = await newBackend(server.current, acme, ['files:write'])
})

const storageOf = () => openObjectStorage({ ...server.current, clock })

const newsAbout = async (id: string): Promise<string[]> =>
  (await eventsOf(server.current, acme))
    .filter(({ objectId }) => objectId === id)
    .map(({ name }) => name)

const etagOf = (bytes: Buffer): string => Buffer.from(base64Of(bytes), 'base64').toString('hex')

const large = Buffer.concat([Buffer.alloc(partBytes, 'a'), Buffer.from('end')])

/** All that the disk has of a file. */
const leftOf = async (id: string): Promise<string[]> => {
  const left = await readdir(server.current.config.server.data, { recursive: true })
  return left.filter((name) => name.includes(id))
}

describe('of many at once', () => {
  it('one completes an upload, and all are told so', async () => {
    const file = await begin(calls, fileOf(large))
    const told = await send(file, large)
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(calls, file, told)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(briefOf)).toEqual(Array.from({ length: 8 }, () => '200'))
    expect(await newsAbout(file.id)).toEqual(['file.created', 'file.uploaded'])
  })

  it('one throws away what is wrong, and nobody is told that it is right', async () => {
    const page = Buffer.from('<!doctype html>')
    const file = await begin(calls, pictureOf(page))
    const told = await send(file, page)
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(calls, file, told)))
    expect(answers.map(({ status }) => status).every((one) => [404, 422].includes(one))).toBe(true)
    expect(await newsAbout(file.id)).toEqual(['file.created', 'file.deleted'])
  })

  it('some say other bytes than others, and the file is what it says it is', async () => {
    const plan = { parts: [{ number: 1, chunk_start: 0, chunk_end: png.length }] }
    for (let tries = 0; tries < 5; tries += 1) {
      const file = await begin(calls, pictureOf(png, { upload: plan }))
      const other = Buffer.concat([png.subarray(0, -1), Buffer.from('x')])
      const one = await send(file, png)
      const [{ url } = expect.fail('it has a part')] = file.upload.parts
      const sendOther = fetch(url, { method: 'PUT', body: other })
      const parts = [{ ...one.parts[0], checksum_etag: etagOf(other) }]
      await Promise.all([
        complete(calls, file, one),
        sendOther.then(() => complete(calls, file, { ...one, parts })),
        complete(calls, file, one),
      ])
      const answers = [
        await complete(calls, file, one),
        await complete(calls, file, { ...one, parts }),
      ]
      const body = answers.find(({ status }) => status === 200)?.body
      const shown = await fetch(String(body?.['public_url']))
      const bytes = Buffer.from(await shown.arrayBuffer())
      expect(body?.['checksum_sha256_base64']).toBe(base64Of(bytes))
    }
  })

  it('some complete it while others delete it, and no bytes are left', async () => {
    const file = await begin(calls, fileOf(large))
    const told = await send(file, large)
    await Promise.all([complete(calls, file, told), calls.remove(`/files/${file.id}`)])
    await server.current.settle()
    expect((await calls.remove(`/files/${file.id}`)).status).toBe(404)
    expect((await leftOf(file.id)).filter((name) => name.startsWith('files'))).toEqual([])
  })
})

it('what is put together while its file is deleted is cleared away', async () => {
  const { id, path } = await upload(calls, png, pictureOf(png))
  const { database, config, keyring } = server.current
  const workshop = { database, clock, wake: () => undefined }
  const parts = { workshop, clock, config, keyring, storage: await storageOf() }
  const [row = expect.fail('the file is there')] = await findFilesOf(
    database.kysely,
    organizationId.parse(acme.id),
    [id],
  )
  await clearIfGone(parts, row)
  expect(await leftOf(id)).toContain(join('files', path))
  await calls.remove(`/files/${id}`)
  await server.current.settle()
  expect(await leftOf(id)).not.toContain(join('files', path))
  const place = join(config.server.data, 'files', path)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, png)
  await clearIfGone(parts, row)
  expect(await leftOf(id)).not.toContain(join('files', path))
})

describe('after a crash', () => {
  it('what was put together and not noted is completed by asking again', async () => {
    const file = await begin(calls, fileOf(large))
    const told = await send(file, large)
    const storage = await storageOf()
    const parts = told.parts.map(({ number, checksum_etag }) => ({
      number,
      etag: checksum_etag.replaceAll('"', ''),
      checksum: null,
    }))
    await storage.finishUpload({ path: file.path, uploadId: file.upload.id }, parts)
    const { status, body } = await complete(calls, file, told)
    expect([status, body?.['is_uploaded']]).toEqual([200, true])
  })

  it('and a wrong part can’t slip in with it', async () => {
    const plan = { parts: [{ number: 1, chunk_start: 0, chunk_end: png.length }] }
    const file = await begin(
      calls,
      pictureOf(png, { upload: plan, checksum_sha256_base64: base64Of(png) }),
    )
    const wrong = Buffer.concat([png.subarray(0, -1), Buffer.from('x')])
    const [right, told] = [await send(file, png), await send(file, wrong)]
    const storage = await storageOf()
    const etag = base64Of(wrong)
    const parts = [{ number: 1, etag: Buffer.from(etag, 'base64').toString('hex'), checksum: null }]
    await storage.finishUpload({ path: file.path, uploadId: told.id }, parts)
    expect(briefOf(await complete(calls, file, right))).toBe(
      '422 RequestValidationError body.parts',
    )
  })
})

describe('sweeping', () => {
  const sweep = async () => {
    const { config, database } = server.current
    const workshop = { database, clock, wake: () => undefined }
    await sweepUploads({ workshop, clock, config, storage: await storageOf() })()
    await server.current.settle()
  }

  it('takes away what the disk has of uploads that nobody knows', async () => {
    const { data } = server.current.config.server
    const folder = join(data, 'uploads', 'downloadable', acme.id, 'nobodys')
    await mkdir(join(folder, 'upload'), { recursive: true })
    await sweep()
    expect(await leftOf('nobodys')).not.toEqual([])
    const long = new Date(clock.now().getTime() - 90_000_000)
    await utimes(folder, long, long)
    await sweep()
    expect(await leftOf('nobodys')).toEqual([])
  })

  it('takes away what nobody completed within a day, and nothing else', async () => {
    const abandoned = await begin(calls, fileOf(large))
    const told = await send(abandoned, large)
    const done = await begin(calls, fileOf(large))
    await complete(calls, done, await send(done, large))
    clock.advance(86_400 + 601)
    const open = await begin(calls, fileOf(large))
    await sweep()
    expect(await newsAbout(abandoned.id)).toEqual(['file.created', 'file.deleted'])
    expect(await newsAbout(open.id)).toEqual(['file.created'])
    expect(await newsAbout(done.id)).toEqual(['file.created', 'file.uploaded'])
    expect((await leftOf(abandoned.id)).filter((name) => /\d\.\w{64}$/.test(name))).toEqual([])
    expect((await leftOf(done.id)).some((name) => name.endsWith('manual.txt'))).toBe(true)
    expect((await complete(calls, abandoned, told)).status).toBe(404)
  })
})
