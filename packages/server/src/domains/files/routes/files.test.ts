import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  sha256,
  upload,
} from '../../../../test/files.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import { type BillingCalls, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  calls = await newBackend(server.current, acme, ['files:write'])
})

const manual = Buffer.from('Turn it on. Turn it off. Repeat.')
const large = Buffer.concat([Buffer.alloc(partBytes, 'a'), Buffer.alloc(partBytes, 'b'), manual])

const filesFolder = () => join(server.current.config.server.data, 'files')

describe('a file', () => {
  it('is uploaded in one part, and then is all it says', async () => {
    const begun = await calls.post('/files/', fileOf(manual, { version: '1.0' }))
    expect(begun).toMatchObject({ status: 201 })
    const id = String(begun.body?.['id'])
    const path = `downloadable/${acme.id}/${id}/manual.txt`
    const facts = {
      id,
      organization_id: acme.id,
      name: 'manual.txt',
      path,
      mime_type: 'text/plain',
      size: 32,
      size_readable: '32 B',
      storage_version: null,
      version: '1.0',
      service: 'downloadable',
    }
    const unseen = {
      checksum_etag: null,
      checksum_sha256_base64: null,
      checksum_sha256_hex: null,
      last_modified_at: null,
      is_uploaded: false,
    }
    expect(begun.body).toEqual({
      ...facts,
      ...unseen,
      upload: {
        id: expect.any(String),
        path,
        parts: [
          {
            number: 1,
            chunk_start: 0,
            chunk_end: 32,
            checksum_sha256_base64: base64Of(manual),
            url: expect.stringContaining(`${server.current.url}/v1/file-parts/${path}/1?`),
            expires_at: expect.any(String),
            headers: {
              'x-amz-checksum-sha256': base64Of(manual),
              'x-amz-sdk-checksum-algorithm': 'SHA256',
            },
          },
        ],
      },
    })
    expect((await calls.get('/files/')).body).toMatchObject({ items: [] })

    const file = await begin(calls, fileOf(manual, { version: '1.0' }))
    const { status, body } = await complete(calls, file, await send(file, manual))
    expect(status).toBe(200)
    const digest = sha256(manual)
    expect(body).toEqual({
      ...facts,
      id: file.id,
      path: file.path,
      checksum_etag: digest.toString('hex'),
      checksum_sha256_base64: digest.toString('base64'),
      checksum_sha256_hex: digest.toString('hex'),
      last_modified_at: expect.any(String),
      is_uploaded: true,
      created_at: expect.any(String),
    })
    expect((await calls.get('/files/')).body).toMatchObject({ items: [body] })
    expect(await readFile(join(filesFolder(), file.path))).toEqual(manual)
    expect(await readdir(join(server.current.config.server.data, 'uploads'))).toEqual([
      'downloadable',
    ])
  })

  it('is put together of several parts, and has the digest of their digests', async () => {
    const file = await upload(calls, large, fileOf(large, { name: 'large.bin' }))
    const parts = [0, 1, 2].map((at) => large.subarray(at * partBytes, (at + 1) * partBytes))
    const composite = sha256(Buffer.concat(parts.map(sha256)))
    expect(file.checksum_sha256_base64).toBe(composite.toString('base64'))
    expect(file.checksum_etag).toBe(`${composite.toString('hex')}-3`)
    expect((await readFile(join(filesFolder(), file.path))).equals(large)).toBe(true)
  })

  it.each([
    ['of the whole', base64Of(large)],
    [
      'of the digests',
      base64Of(
        Buffer.concat(
          [0, 1, 2].map((at) => sha256(large.subarray(at * partBytes, (at + 1) * partBytes))),
        ),
      ),
    ],
  ])('keeps the checksum that was promised, if it is one %s', async (_what, checksum) => {
    const file = await upload(calls, large, fileOf(large, { checksum_sha256_base64: checksum }))
    expect(file.checksum_sha256_base64).toBe(checksum)
  })

  it('needs no checksums at all', async () => {
    const plan = { parts: [{ number: 1, chunk_start: 0, chunk_end: manual.length }] }
    const file = await begin(calls, fileOf(manual, { upload: plan }))
    const told = await send(file, manual)
    const parts = told.parts.map((part) => ({ ...part, checksum_sha256_base64: null }))
    const { body } = await complete(calls, file, { ...told, parts })
    expect(body).toMatchObject({ is_uploaded: true, checksum_sha256_base64: base64Of(manual) })
  })

  it.each([
    ['product_media', png, 'image/png', 'dot.png'],
    ['organization_avatar', png, 'image/png', 'Größe 1.png'],
    [
      'product_media',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/svg+xml',
      'a.svg',
    ],
  ])('of %s has an address for everybody', async (service, bytes, mime_type, name) => {
    const file = await upload(calls, bytes, fileOf(bytes, { service, name, mime_type }))
    const encoded = encodeURIComponent(name)
    expect(file.public_url).toBe(
      `${server.current.url}/files/${service}/${acme.id}/${file.id}/${encoded}`,
    )
    const answer = await fetch(String(file.public_url))
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  })

  it('is completed again to no effect', async () => {
    const file = await begin(calls, fileOf(manual))
    const told = await send(file, manual)
    const first = await complete(calls, file, told)
    expect(await complete(calls, file, told)).toMatchObject({ status: 200, body: first.body })
    const events = await eventsOf(server.current, acme)
    const about = events.filter(({ objectId }) => objectId === file.id)
    expect(about.map(({ name }) => name)).toEqual(['file.created', 'file.uploaded'])
    expect(about[1]?.payload).toEqual(first.body)
  })

  it('is begun once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one upload' }
    const wish = fileOf(manual)
    const [first, again] = [
      await calls.post('/files/', wish, headers),
      await calls.post('/files/', wish, headers),
    ]
    expect(again.text).toBe(first.text)
  })

  it('is renamed, and stays where it lies', async () => {
    const { id, path } = await upload(calls, manual, fileOf(manual, { version: '1' }))
    const renamed = await calls.patch(`/files/${id}`, { name: 'Handbuch.txt', version: null })
    expect(renamed).toMatchObject({
      status: 200,
      body: { name: 'Handbuch.txt', path, version: null },
    })
    expect((await calls.patch(`/files/${id}`, { name: null })).body).toEqual(renamed.body)
    const names = (await eventsOf(server.current, acme))
      .filter(({ objectId }) => objectId === id)
      .map(({ name }) => name)
    expect(names).toEqual(['file.created', 'file.uploaded', 'file.updated'])
  })

  it('is deleted, and its bytes with it', async () => {
    const { id, path, public_url } = await upload(calls, png, pictureOf(png))
    expect((await calls.remove(`/files/${id}`)).status).toBe(204)
    expect((await fetch(String(public_url))).status).toBe(404)
    expect((await calls.patch(`/files/${id}`, {})).status).toBe(404)
    expect((await calls.remove(`/files/${id}`)).status).toBe(404)
    await server.current.settle()
    await expect(readFile(join(filesFolder(), path))).rejects.toThrow('ENOENT')
  })
})

describe('a list of files', () => {
  it('is asked for by ids, a page at a time', async () => {
    const ids: string[] = []
    for (const name of ['a', 'b', 'c'])
      ids.push((await upload(calls, manual, fileOf(manual, { name }))).id)
    const query = ids.map((id) => `ids=${id}`).join('&')
    const { body } = await calls.get(`/files/?${query}&limit=2`)
    expect(body).toMatchObject({
      items: [{ id: ids[2] }, { id: ids[1] }],
      pagination: { total_count: 3, max_page: 2 },
    })
    const rest = await calls.get(`/files/?ids=${ids[0]}`)
    expect(rest.body).toMatchObject({ items: [{ id: ids[0] }], pagination: { total_count: 1 } })
  })
})

describe('in the dashboard', () => {
  it('a person uploads the organization’s picture, and it becomes that', async () => {
    const dashboard = inDashboard(server.current, acme.owner)
    const wish = fileOf(png, {
      organization_id: acme.id,
      service: 'organization_avatar',
      name: 'Ä 1.png',
      mime_type: 'image/png',
    })
    const { public_url } = await upload(dashboard, png, wish)
    const changed = await dashboard.patch(`/organizations/${acme.id}`, { avatar_url: public_url })
    expect(changed).toMatchObject({ status: 200, body: { avatar_url: public_url } })
  })
})

describe('an organization that is deleted', () => {
  it('leaves no bytes behind', async () => {
    const gone = await found(server.current)
    const dashboard = inDashboard(server.current, gone.owner)
    const wish = { organization_id: gone.id }
    const { path, public_url } = await upload(dashboard, png, pictureOf(png, wish))
    const open = await begin(dashboard, fileOf(manual, wish))
    await gone.owner.browser.post('/api/auth/organization/delete', { organizationId: gone.id })
    await server.current.settle()
    expect((await fetch(String(public_url))).status).toBe(404)
    await expect(readFile(join(filesFolder(), path))).rejects.toThrow('ENOENT')
    const left = await readdir(server.current.config.server.data, { recursive: true })
    expect(left.filter((name) => name.includes(gone.id))).toEqual([])
    const late = await fetch(open.upload.parts[0]?.url ?? '', { method: 'PUT', body: manual })
    expect(late.status).toBe(404)
  })
})
