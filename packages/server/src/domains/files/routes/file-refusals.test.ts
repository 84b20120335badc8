import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  base64Of,
  type Completion,
  completeUpload,
  fileOf,
  imageOf,
  png,
  sendParts,
  startUpload,
} from '../../../../test/files.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const limits = { GUILDHALL_FILE_MEGABYTES_MAX: '2', GUILDHALL_ORGANIZATION_FILE_MEGABYTES_MAX: '3' }
const { server, acme, calls } = sellingServer(['files:write'], limits)

const manual = Buffer.from('Turn it on. Turn it off. Repeat.')
const page = Buffer.from('<!doctype html><script>alert(document.domain)</script>')
const megabyte = 1024 * 1024
const unknownId = '00000000-0000-7000-8000-000000000000'

const body = (...path: string[]) => ['422 RequestValidationError body', ...path].join('.')

/** The request is refused before any bytes are sent, so the size needs no bytes. */
const sized = (size: number) => ({
  size,
  upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: size }] },
})

describe('starting an upload is refused', () => {
  it.each<[string, object, string]>([
    ['with a path traversal in the name', { name: '../manual.txt' }, body('name')],
    ['with a slash in the name', { name: 'a/b' }, body('name')],
    ['with a backslash in the name', { name: 'a\\b' }, body('name')],
    ['with a name of dots', { name: '..' }, body('name')],
    ['with a line break in the name', { name: 'a\r\nb' }, body('name')],
    ['with a direction override in the name', { name: 'manual\u202etxt.exe' }, body('name')],
    ['with an invisible character in the name', { name: 'a\u200bb' }, body('name')],
    ['with a long name', { name: 'a'.repeat(201) }, body('name')],
    ['with a name of too many bytes', { name: '長'.repeat(67) }, body('name')],
    ['with a blank name', { name: ' ' }, body('name')],
    ['without a name', { name: undefined }, body('name')],
    ['without a service', { service: undefined }, body('service')],
    ['with an unknown service', { service: 'backup' }, body('service')],
    ['with a size of zero', sized(0), body('size')],
    ['with a size as text', { size: '32' }, body('size')],
    ['with an invalid media type', { mime_type: 'zip' }, body('mime_type')],
    ['with a line break in the media type', { mime_type: 'text/plain\r\nx: y' }, body('mime_type')],
    [
      'with a malformed checksum',
      { checksum_sha256_base64: 'abc' },
      body('checksum_sha256_base64'),
    ],
    ['with a long version', { version: 'x'.repeat(101) }, body('version')],
    ['without parts', { upload: { parts: [] } }, body('upload', 'parts')],
    ['with an unknown field', { bucket: 'x' }, body('bucket')],
    ['above the limit of one file', sized(2 * megabyte + 1), body('size')],
    ['for another organization', { organization_id: unknownId }, body('organization_id')],
  ])('%s', async (_title, input, refusal) => {
    expect(briefOf(await calls.post('/files/', fileOf(manual, input)))).toBe(refusal)
  })

  it.each([
    [[{ number: 1, chunk_start: 0, chunk_end: 31 }], body('upload', 'parts', '0', 'chunk_end')],
    [[{ number: 1, chunk_start: 0, chunk_end: 33 }], body('upload', 'parts', '0', 'chunk_end')],
    [[{ number: 1, chunk_start: 1, chunk_end: 32 }], body('upload', 'parts', '0', 'chunk_start')],
    [[{ number: 2, chunk_start: 0, chunk_end: 32 }], body('upload', 'parts', '0', 'number')],
  ])('with the parts %j', async (parts, refusal) => {
    expect(briefOf(await calls.post('/files/', fileOf(manual, { upload: { parts } })))).toBe(
      refusal,
    )
  })

  it.each<[string, object, string]>([
    ['for an image of another media type', { mime_type: 'text/html' }, body('mime_type')],
    ['for an image of an unsupported type', { mime_type: 'image/tiff' }, body('mime_type')],
    ['for an image above 10 MB', sized(10 * megabyte + 1), body('size')],
    [
      'for an avatar that is a drawing',
      { mime_type: 'image/svg+xml', service: 'organization_avatar' },
      body('mime_type'),
    ],
    [
      'for an avatar above 1 MB',
      { ...sized(megabyte + 1), service: 'organization_avatar' },
      body('size'),
    ],
  ])('%s', async (_title, input, refusal) => {
    expect(briefOf(await calls.post('/files/', imageOf(png, input)))).toBe(refusal)
  })

  it('above the limit of all files, also for parallel calls', async () => {
    const full = await createOrganization(server.current)
    const backend = await newBackend(server.current, full, ['files:write'])
    const input = fileOf(manual, sized(megabyte))
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => backend.post('/files/', input)),
    )
    const briefs = answers.map(briefOf).sort()
    expect(briefs).toEqual(['201', '201', '201', ...Array.from({ length: 3 }, () => body('size'))])
    const { status, body: refused } = await backend.post('/files/', input)
    expect(status).toBe(422)
    expect(JSON.stringify(refused)).toContain('can have at most 3 MB in total. Delete some first.')
    const folder = `${server.current.config.server.data}/uploads/downloadable/${full.id}`
    const uploads = await readdir(folder, { recursive: true })
    expect(uploads.filter((name) => name.includes('/'))).toHaveLength(3)
  })
})

describe('completing an upload is refused', () => {
  const completeWith = async (change: (completion: Completion) => object, input: object = {}) => {
    const file = await startUpload(calls, fileOf(manual, input))
    const completion = await sendParts(file, manual)
    const answer = briefOf(await completeUpload(calls, file, change(completion)))
    // The refusal leaves the upload as it is.
    expect((await completeUpload(calls, file, completion)).status).toBe(200)
    await calls.remove(`/files/${file.id}`)
    return answer
  }

  it.each<[string, (completion: Completion) => object, string]>([
    ['with another upload id', (completion) => ({ ...completion, id: 'x' }), body('id')],
    [
      'with another path',
      (completion) => ({ ...completion, path: `${completion.path}x` }),
      body('path'),
    ],
    ['without parts', (completion) => ({ ...completion, parts: [] }), body('parts')],
    [
      'with a part twice',
      (completion) => ({ ...completion, parts: [...completion.parts, ...completion.parts] }),
      body('parts'),
    ],
    [
      'with another number',
      (completion) => ({
        ...completion,
        parts: completion.parts.map((part) => ({ ...part, number: 2 })),
      }),
      body('parts'),
    ],
    [
      'with another ETag',
      (completion) => ({
        ...completion,
        parts: completion.parts.map((part) => ({ ...part, checksum_etag: 'x' })),
      }),
      body('parts', '0'),
    ],
    [
      'with a path traversal in the ETag',
      (completion) => ({
        ...completion,
        parts: completion.parts.map((part) => ({ ...part, checksum_etag: '../../../secret' })),
      }),
      body('parts', '0'),
    ],
  ])('%s', async (_title, change, refusal) => {
    expect(await completeWith(change)).toBe(refusal)
  })

  it('if no part was sent', async () => {
    const file = await startUpload(calls, fileOf(manual))
    const parts = [{ number: 1, checksum_etag: 'x', checksum_sha256_base64: null }]
    const completion = { id: file.upload.id, path: file.path, parts }
    expect(briefOf(await completeUpload(calls, file, completion))).toBe(body('parts', '0'))
  })

  it.each<[string, Buffer<ArrayBuffer>, object]>([
    ['HTML declared as PNG', page, { mime_type: 'image/png' }],
    ['HTML declared as SVG', page, { mime_type: 'image/svg+xml' }],
    ['PNG declared as JPEG', png, { mime_type: 'image/jpeg' }],
    ['PNG with another checksum', png, { checksum_sha256_base64: base64Of(manual) }],
  ])('for %s, and deletes the file', async (_title, bytes, input) => {
    const file = await startUpload(calls, imageOf(bytes, input))
    const completion = await sendParts(file, bytes)
    expect(briefOf(await completeUpload(calls, file, completion))).toBe(body('parts'))
    expect(briefOf(await completeUpload(calls, file, completion))).toBe('404 ResourceNotFound')
    const shown = `${server.current.url}/files/product_media/${acme.id}/${file.id}/dot.png`
    expect((await fetch(shown)).status).toBe(404)
    await server.current.settle()
    const left = await readdir(server.current.config.server.data, { recursive: true })
    expect(left.filter((name) => name.includes(file.id) && /\w\.png|\d\.\w+$/.test(name))).toEqual(
      [],
    )
  })

  it('with other checksums than those of its parts', async () => {
    const upload = { parts: [{ number: 1, chunk_start: 0, chunk_end: manual.length }] }
    const file = await startUpload(calls, fileOf(manual, { upload }))
    const completion = await sendParts(file, manual)
    const checksum_sha256_base64 = base64Of(png)
    const parts = completion.parts.map((part) => ({ ...part, checksum_sha256_base64 }))
    expect(briefOf(await completeUpload(calls, file, { ...completion, parts }))).toBe(body('parts'))
  })
})

describe('an update', () => {
  it('validates the name and refuses unknown fields', async () => {
    const { id } = await startUpload(calls, fileOf(manual))
    expect(briefOf(await calls.patch(`/files/${id}`, { name: '../x' }))).toBe(body('name'))
    expect(briefOf(await calls.patch(`/files/${id}`, { service: 'x' }))).toBe(body('service'))
  })
})
