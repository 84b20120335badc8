import { createHash } from 'node:crypto'
import type { FileUpload } from '@polar-sh/sdk/models/components/fileupload.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { NotPermitted } from '@polar-sh/sdk/models/errors/notpermitted.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, inDashboard, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, ['files:write'])).token
})

const backend = () => asBackend(site, token)

const chunkBytes = 10_000_000

const base64Of = (bytes: Uint8Array<ArrayBuffer>) =>
  createHash('sha256').update(bytes).digest('base64')

/** Splits bytes into parts like an upload form. */
const partsOf = (bytes: Uint8Array<ArrayBuffer>) =>
  Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, at) => {
    const chunkStart = at * chunkBytes
    const chunkEnd = Math.min(chunkStart + chunkBytes, bytes.length)
    const checksumSha256Base64 = base64Of(bytes.subarray(chunkStart, chunkEnd))
    return { number: at + 1, chunkStart, chunkEnd, checksumSha256Base64 }
  })

const manual = Buffer.from('How to catch a road runner')

const manualFile = {
  service: 'downloadable',
  name: 'Anleitung für Kojoten.pdf',
  mimeType: 'application/pdf',
  size: manual.length,
  checksumSha256Base64: base64Of(manual),
  upload: { parts: partsOf(manual) },
  version: '1.0',
} as const

/** The client has no call for this, so it is a plain request to the given URL. */
async function sendParts({ upload }: FileUpload, bytes: Uint8Array<ArrayBuffer>) {
  const parts = []
  for (const { number, chunkStart, chunkEnd, url, headers, ...part } of upload.parts) {
    const body = bytes.subarray(chunkStart, chunkEnd)
    const answer = await fetch(url, { method: 'PUT', body, ...(headers && { headers }) })
    expect(answer.status).toBe(200)
    parts.push({
      number,
      checksumEtag: answer.headers.get('etag') ?? '',
      checksumSha256Base64: part.checksumSha256Base64 ?? null,
    })
  }
  return { id: upload.id, path: upload.path, parts }
}

const publicUrlOf = (file: object): string =>
  'publicUrl' in file ? String(file.publicUrl) : expect.fail('the file has no public URL')

describe('the backend of an organization', () => {
  it('uploads a file in parts and lists it', async () => {
    const { files } = backend()
    const film = Buffer.concat([Buffer.alloc(chunkBytes, 'meep'), Buffer.from('The end')])
    const upload = await files.create({
      ...manualFile,
      name: 'film.mp4',
      mimeType: 'video/mp4',
      size: film.length,
      checksumSha256Base64: base64Of(film),
      upload: { parts: partsOf(film) },
    })
    expect(upload).toMatchObject({
      isUploaded: false,
      sizeReadable: '9.5 MB',
      service: 'downloadable',
    })
    const done = await files.uploaded({
      id: upload.id,
      fileUploadCompleted: await sendParts(upload, film),
    })
    expect(done).toMatchObject({
      service: 'downloadable',
      isUploaded: true,
      checksumSha256Base64: base64Of(film),
      lastModifiedAt: expect.any(Date),
    })
    const { result } = await files.list({ ids: [upload.id] })
    expect(result.items).toEqual([done])
  })

  it('uploads an image that is served publicly', async () => {
    const { files } = backend()
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>')
    const upload = await files.create({
      service: 'product_media',
      name: 'anvil.svg',
      mimeType: 'image/svg+xml',
      size: drawing.length,
      upload: { parts: partsOf(drawing) },
    })
    const fileUploadCompleted = await sendParts(upload, drawing)
    const done = await files.uploaded({ id: upload.id, fileUploadCompleted })
    const shown = await fetch(publicUrlOf(done))
    expect(await shown.text()).toBe(drawing.toString())
  })

  it('renames files and deletes them', async () => {
    const { files } = backend()
    const { id } = await files.create(manualFile)
    const renamed = await files.update({ id, filePatch: { name: 'Manual.pdf', version: '2.0' } })
    expect(renamed).toMatchObject({ name: 'Manual.pdf', version: '2.0' })
    await files.delete({ id })
    expect(await thrown(files.delete({ id }))).toBeInstanceOf(ResourceNotFound)
  })

  it('pages through a long list', async () => {
    const { files } = backend()
    const ids = new Set<string>()
    for (let made = 0; made < 12; made += 1) {
      const upload = await files.create(manualFile)
      const fileUploadCompleted = await sendParts(upload, manual)
      ids.add((await files.uploaded({ id: upload.id, fileUploadCompleted })).id)
    }
    const seen: string[] = []
    for await (const { result } of await files.list({ ids: [...ids], limit: 5 })) {
      seen.push(...result.items.map(({ id }) => id))
    }
    expect(seen.length).toBe(12)
    expect(new Set(seen)).toEqual(ids)
  })

  it('gets the client’s error classes for invalid uploads', async () => {
    const { files } = backend()
    const error = await thrown(files.create({ ...manualFile, name: '../passwd' }))
    expect(error).toBeInstanceOf(HTTPValidationError)
    const upload = await files.create({
      ...manualFile,
      checksumSha256Base64: base64Of(Buffer.from('x')),
    })
    const fileUploadCompleted = await sendParts(upload, manual)
    expect(await thrown(files.uploaded({ id: upload.id, fileUploadCompleted }))).toMatchObject({
      detail: [{ loc: ['body', 'parts'], msg: expect.stringContaining('Start a new upload') }],
    })
    expect(await thrown(files.uploaded({ id: upload.id, fileUploadCompleted }))).toBeInstanceOf(
      ResourceNotFound,
    )
  })

  it('needs the write scope', async () => {
    const { id } = await backend().files.create(manualFile)
    const reader = asBackend(site, (await newToken(acme, ['files:read'])).token)
    expect((await reader.files.list({})).result.pagination.totalCount).toBeGreaterThan(0)
    expect(await thrown(reader.files.delete({ id }))).toBeInstanceOf(NotPermitted)
    expect(await thrown(reader.files.update({ id, filePatch: {} }))).toBeInstanceOf(NotPermitted)
  })
})

it('the dashboard uploads the organization’s avatar', async () => {
  const { files, organizations } = inDashboard(acme.person)
  const { organizationId } = acme
  const face = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const upload = await files.create({
    service: 'organization_avatar',
    organizationId,
    name: 'face.gif',
    mimeType: 'image/gif',
    size: face.length,
    upload: { parts: partsOf(face) },
  })
  const fileUploadCompleted = await sendParts(upload, face)
  const done = await files.uploaded({ id: upload.id, fileUploadCompleted })
  const organizationUpdate = { avatarUrl: publicUrlOf(done) }
  const updated = await organizations.update({ id: organizationId, organizationUpdate })
  expect(updated.avatarUrl).toBe(publicUrlOf(done))
})
