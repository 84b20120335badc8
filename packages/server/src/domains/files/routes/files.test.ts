import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { inDashboard } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { server, acme, calls } = sellingServer(['files:write'])

const manual = Buffer.from('Turn it on. Turn it off. Repeat.')
const large = Buffer.concat([Buffer.alloc(partBytes, 'a'), Buffer.alloc(partBytes, 'b'), manual])

const filesFolder = () => join(server.current.config.server.data, 'files')

describe('a file', () => {
  it('can be uploaded in one part', async () => {
    const created = await calls.post('/files/', fileOf(manual, { version: '1.0' }))
    expect(created).toMatchObject({ status: 201 })
    const id = String(created.body?.['id'])
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
    expect(created.body).toEqual({
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

    const file = await startUpload(calls, fileOf(manual, { version: '1.0' }))
    const { status, body } = await completeUpload(calls, file, await sendParts(file, manual))
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

  it('of several parts has the digest of the parts’ digests', async () => {
    const file = await upload(calls, large, fileOf(large, { name: 'large.bin' }))
    const parts = [0, 1, 2].map((at) => large.subarray(at * partBytes, (at + 1) * partBytes))
    const composite = sha256(Buffer.concat(parts.map(sha256)))
    expect(file.checksum_sha256_base64).toBe(composite.toString('base64'))
    expect(file.checksum_etag).toBe(`${composite.toString('hex')}-3`)
    expect((await readFile(join(filesFolder(), file.path))).equals(large)).toBe(true)
  })

  it.each([
    ['the digest of the whole', base64Of(large)],
    [
      'the digest of the parts’ digests',
      base64Of(
        Buffer.concat(
          [0, 1, 2].map((at) => sha256(large.subarray(at * partBytes, (at + 1) * partBytes))),
        ),
      ),
    ],
  ])('accepts as announced checksum %s', async (_title, checksum) => {
    const file = await upload(calls, large, fileOf(large, { checksum_sha256_base64: checksum }))
    expect(file.checksum_sha256_base64).toBe(checksum)
  })

  it('needs no announced checksum', async () => {
    const plan = { parts: [{ number: 1, chunk_start: 0, chunk_end: manual.length }] }
    const file = await startUpload(calls, fileOf(manual, { upload: plan }))
    const completion = await sendParts(file, manual)
    const parts = completion.parts.map((part) => ({ ...part, checksum_sha256_base64: null }))
    const { body } = await completeUpload(calls, file, { ...completion, parts })
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
  ])('of service %s with %s has a public URL', async (service, bytes, mime_type, name) => {
    const file = await upload(calls, bytes, fileOf(bytes, { service, name, mime_type }))
    const encoded = encodeURIComponent(name)
    expect(file.public_url).toBe(
      `${server.current.url}/files/${service}/${acme.id}/${file.id}/${encoded}`,
    )
    const answer = await fetch(String(file.public_url))
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  })

  it('can be completed again without an effect', async () => {
    const file = await startUpload(calls, fileOf(manual))
    const completion = await sendParts(file, manual)
    const first = await completeUpload(calls, file, completion)
    expect(await completeUpload(calls, file, completion)).toMatchObject({
      status: 200,
      body: first.body,
    })
    const events = await eventsOf(server.current, acme)
    const about = events.filter(({ objectId }) => objectId === file.id)
    expect(about.map(({ name }) => name)).toEqual(['file.created', 'file.uploaded'])
    expect(about[1]?.payload).toEqual(first.body)
  })

  it('is created once per idempotency key', async () => {
    const headers = { 'idempotency-key': 'one upload' }
    const input = fileOf(manual)
    const [first, again] = [
      await calls.post('/files/', input, headers),
      await calls.post('/files/', input, headers),
    ]
    expect(again.text).toBe(first.text)
  })

  it('keeps its path when it is renamed', async () => {
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

  it('is deleted with its bytes', async () => {
    const { id, path, public_url } = await upload(calls, png, imageOf(png))
    expect((await calls.remove(`/files/${id}`)).status).toBe(204)
    expect((await fetch(String(public_url))).status).toBe(404)
    expect((await calls.patch(`/files/${id}`, {})).status).toBe(404)
    expect((await calls.remove(`/files/${id}`)).status).toBe(404)
    await server.current.settle()
    await expect(readFile(join(filesFolder(), path))).rejects.toThrow('ENOENT')
  })
})

describe('a list of files', () => {
  it('can be filtered by ids and paged', async () => {
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

describe('the dashboard', () => {
  it('uploads the organization’s avatar', async () => {
    const dashboard = inDashboard(server.current, acme.owner)
    const input = fileOf(png, {
      organization_id: acme.id,
      service: 'organization_avatar',
      name: 'Ä 1.png',
      mime_type: 'image/png',
    })
    const { public_url } = await upload(dashboard, png, input)
    const changed = await dashboard.patch(`/organizations/${acme.id}`, { avatar_url: public_url })
    expect(changed).toMatchObject({ status: 200, body: { avatar_url: public_url } })
  })
})

describe('a deleted organization', () => {
  it('leaves no bytes behind', async () => {
    const deleted = await createOrganization(server.current)
    const dashboard = inDashboard(server.current, deleted.owner)
    const input = { organization_id: deleted.id }
    const { path, public_url } = await upload(dashboard, png, imageOf(png, input))
    const open = await startUpload(dashboard, fileOf(manual, input))
    await deleted.owner.browser.post('/api/auth/organization/delete', {
      organizationId: deleted.id,
    })
    await server.current.settle()
    expect((await fetch(String(public_url))).status).toBe(404)
    await expect(readFile(join(filesFolder(), path))).rejects.toThrow('ENOENT')
    const left = await readdir(server.current.config.server.data, { recursive: true })
    expect(left.filter((name) => name.includes(deleted.id))).toEqual([])
    const late = await fetch(open.upload.parts[0]?.url ?? '', { method: 'PUT', body: manual })
    expect(late.status).toBe(404)
  })
})
