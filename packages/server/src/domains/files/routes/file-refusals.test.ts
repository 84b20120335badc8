import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  base64Of,
  begin,
  complete,
  fileOf,
  pictureOf,
  png,
  send,
  type Told,
} from '../../../../test/files.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const limits = { GUILDHALL_FILE_MEGABYTES_MAX: '2', GUILDHALL_ORGANIZATION_FILE_MEGABYTES_MAX: '3' }
const server = testServer(db, limits)
let acme: Founded
let calls: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  calls = await newBackend(server.current, acme, ['files:write'])
})

const manual = Buffer.from('Turn it on. Turn it off. Repeat.')
const page = Buffer.from('<!doctype html><script>alert(document.domain)</script>')
const megabyte = 1024 * 1024
const nobodys = '00000000-0000-7000-8000-000000000000'

const body = (...path: string[]) => ['422 RequestValidationError body', ...path].join('.')

/** What is refused on beginning is refused by its words alone: nothing needs to be sent. */
const sized = (size: number) => ({
  size,
  upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: size }] },
})

describe('no upload begins', () => {
  it.each<[string, object, string]>([
    ['with a way up in the name', { name: '../manual.txt' }, body('name')],
    ['with a slash in the name', { name: 'a/b' }, body('name')],
    ['with a backslash in the name', { name: 'a\\b' }, body('name')],
    ['with a name of dots', { name: '..' }, body('name')],
    ['with a line break in the name', { name: 'a\r\nb' }, body('name')],
    ['with a reversed name', { name: 'manual\u202etxt.exe' }, body('name')],
    ['with an invisible letter in the name', { name: 'a\u200bb' }, body('name')],
    ['with a long name', { name: 'a'.repeat(201) }, body('name')],
    ['with a long name of few letters', { name: '長'.repeat(67) }, body('name')],
    ['with a blank name', { name: ' ' }, body('name')],
    ['without a name', { name: undefined }, body('name')],
    ['of no service', { service: undefined }, body('service')],
    ['of another service', { service: 'backup' }, body('service')],
    ['of nothing', sized(0), body('size')],
    ['of a size in words', { size: '32' }, body('size')],
    ['of no type', { mime_type: 'zip' }, body('mime_type')],
    ['of two lines of type', { mime_type: 'text/plain\r\nx: y' }, body('mime_type')],
    ['with a strange checksum', { checksum_sha256_base64: 'abc' }, body('checksum_sha256_base64')],
    ['with a long version', { version: 'x'.repeat(101) }, body('version')],
    ['without parts', { upload: { parts: [] } }, body('upload', 'parts')],
    ['with a field that nobody knows', { bucket: 'x' }, body('bucket')],
    ['beyond what one file may hold', sized(2 * megabyte + 1), body('size')],
    ['elsewhere', { organization_id: nobodys }, body('organization_id')],
  ])('%s', async (_what, wish, refusal) => {
    expect(briefOf(await calls.post('/files/', fileOf(manual, wish)))).toBe(refusal)
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
    ['of anything but a picture', { mime_type: 'text/html' }, body('mime_type')],
    ['of a picture that is none', { mime_type: 'image/tiff' }, body('mime_type')],
    ['of a picture of more than 10 MB', sized(10 * megabyte + 1), body('size')],
    [
      'of an avatar of more than 1 MB',
      { ...sized(megabyte + 1), service: 'organization_avatar' },
      body('size'),
    ],
  ])('%s', async (_what, wish, refusal) => {
    expect(briefOf(await calls.post('/files/', pictureOf(png, wish)))).toBe(refusal)
  })

  it('where all files together hold too much, however many begin at once', async () => {
    const full = await found(server.current)
    const backend = await newBackend(server.current, full, ['files:write'])
    const wish = fileOf(manual, sized(megabyte))
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => backend.post('/files/', wish)),
    )
    const briefs = answers.map(briefOf).sort()
    expect(briefs).toEqual(['201', '201', '201', ...Array.from({ length: 3 }, () => body('size'))])
    const { status, body: refused } = await backend.post('/files/', wish)
    expect(status).toBe(422)
    expect(JSON.stringify(refused)).toContain('may hold 3 MB. Delete some first.')
    const folder = `${server.current.config.server.data}/uploads/downloadable/${full.id}`
    const uploads = await readdir(folder, { recursive: true })
    expect(uploads.filter((name) => name.includes('/'))).toHaveLength(3)
  })
})

describe('no upload is complete', () => {
  const tell = async (change: (told: Told) => object, wish: object = {}) => {
    const file = await begin(calls, fileOf(manual, wish))
    const told = await send(file, manual)
    const answer = briefOf(await complete(calls, file, change(told)))
    // It can be made good.
    expect((await complete(calls, file, told)).status).toBe(200)
    await calls.remove(`/files/${file.id}`)
    return answer
  }

  it.each<[string, (told: Told) => object, string]>([
    ['under another name', (told) => ({ ...told, id: 'x' }), body('id')],
    ['under another path', (told) => ({ ...told, path: `${told.path}x` }), body('path')],
    ['without its parts', (told) => ({ ...told, parts: [] }), body('parts')],
    [
      'with a part twice',
      (told) => ({ ...told, parts: [...told.parts, ...told.parts] }),
      body('parts'),
    ],
    [
      'with another number',
      (told) => ({ ...told, parts: told.parts.map((part) => ({ ...part, number: 2 })) }),
      body('parts'),
    ],
    [
      'with another ETag',
      (told) => ({ ...told, parts: told.parts.map((part) => ({ ...part, checksum_etag: 'x' })) }),
      body('parts', '0'),
    ],
    [
      'with an ETag that leads elsewhere',
      (told) => ({
        ...told,
        parts: told.parts.map((part) => ({ ...part, checksum_etag: '../../../secret' })),
      }),
      body('parts', '0'),
    ],
  ])('%s', async (_what, change, refusal) => {
    expect(await tell(change)).toBe(refusal)
  })

  it('of which nothing has come', async () => {
    const file = await begin(calls, fileOf(manual))
    const parts = [{ number: 1, checksum_etag: 'x', checksum_sha256_base64: null }]
    const told = { id: file.upload.id, path: file.path, parts }
    expect(briefOf(await complete(calls, file, told))).toBe(body('parts', '0'))
  })

  it.each<[string, Buffer<ArrayBuffer>, object]>([
    ['a page that says it’s a png', page, { mime_type: 'image/png' }],
    ['a page that says it’s a drawing', page, { mime_type: 'image/svg+xml' }],
    ['a png that says it’s a jpeg', png, { mime_type: 'image/jpeg' }],
    ['a png with another checksum', png, { checksum_sha256_base64: base64Of(manual) }],
  ])('when it is %s, and it’s thrown away', async (_what, bytes, wish) => {
    const file = await begin(calls, pictureOf(bytes, wish))
    const told = await send(file, bytes)
    expect(briefOf(await complete(calls, file, told))).toBe(body('parts'))
    expect(briefOf(await complete(calls, file, told))).toBe('404 ResourceNotFound')
    const shown = `${server.current.url}/files/product_media/${acme.id}/${file.id}/dot.png`
    expect((await fetch(shown)).status).toBe(404)
    await server.current.settle()
    const left = await readdir(server.current.config.server.data, { recursive: true })
    expect(left.filter((name) => name.includes(file.id) && /\w\.png|\d\.\w+$/.test(name))).toEqual(
      [],
    )
  })

  it('with another checksum than its parts are told to have', async () => {
    const upload = { parts: [{ number: 1, chunk_start: 0, chunk_end: manual.length }] }
    const file = await begin(calls, fileOf(manual, { upload }))
    const told = await send(file, manual)
    const checksum_sha256_base64 = base64Of(png)
    const parts = told.parts.map((part) => ({ ...part, checksum_sha256_base64 }))
    expect(briefOf(await complete(calls, file, { ...told, parts }))).toBe(body('parts'))
  })
})

describe('a change', () => {
  it('of the name takes names only', async () => {
    const { id } = await begin(calls, fileOf(manual))
    expect(briefOf(await calls.patch(`/files/${id}`, { name: '../x' }))).toBe(body('name'))
    expect(briefOf(await calls.patch(`/files/${id}`, { service: 'x' }))).toBe(body('service'))
  })
})
