import { describe, expect, it } from 'vitest'
import { parseRange } from './byte-range.ts'
import { decideContent, type UploadedContent } from './content.ts'
import { attachment, decideFileChange, readableSize } from './files.ts'
import { decideSize, decideSpace } from './space.ts'

it.each([
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [10 * 1024 * 1024, '10 MB'],
  [5 * 1024 ** 4, '5 TB'],
  [5000 * 1024 ** 4, '5000 TB'],
])('%i bytes are shown as %s', (bytes, text) => expect(readableSize(bytes)).toBe(text))

it.each([
  ['a.txt', `attachment; filename="a.txt"; filename*=UTF-8''a.txt`],
  ['Größe.txt', `attachment; filename="Gro_e.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt`],
  ['a"b\\c.txt', `attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b%5Cc.txt`],
  [
    "it's (1)*.txt",
    `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`,
  ],
  ['100%25.txt', `attachment; filename="100_25.txt"; filename*=UTF-8''100%2525.txt`],
  ['🎉.txt', `attachment; filename="_.txt"; filename*=UTF-8''%F0%9F%8E%89.txt`],
  ['a\r\nb', `attachment; filename="a__b"; filename*=UTF-8''a%0D%0Ab`],
])('%j is downloaded with %s', (name, header) => expect(attachment(name)).toBe(header))

describe('parseRange', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['items=0-1', null],
    ['bytes=5-2', null],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=2-5', { first: 2, last: 5 }],
    ['bytes=2-', { first: 2, last: 9 }],
    ['bytes=2-99', { first: 2, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-12', 'unsatisfiable'],
  ])('reads %s of ten bytes as %j', (header, range) =>
    expect(parseRange(header, 10)).toEqual(range),
  )
})

describe('limits', () => {
  const megabyte = 1024 * 1024
  it.each([
    [megabyte, null],
    [megabyte + 1, 'file_too_large'],
  ])('for a file of %i bytes at 1 MB: %s', (size, refused) => {
    expect(decideSize(size, { megabytesMax: 1 })?.refused ?? null).toBe(refused)
  })

  it.each([
    [1, 2 * megabyte - 1, null],
    [1, 2 * megabyte, 'file_space_used_up'],
    [2 * megabyte, 0, null],
    [2 * megabyte, 1, 'file_space_used_up'],
  ])('for %i bytes with %i stored at 2 MB: %s', (size, stored, refused) => {
    const limits = { organizationMegabytesMax: 2 }
    expect(decideSpace(size, stored, limits)?.refused ?? null).toBe(refused)
  })
})

describe('decideContent', () => {
  const [one, two, both, whole, other] = ['one', 'two', 'both', 'whole', 'other'].map((text) =>
    Buffer.from(text),
  )
  const anything = Buffer.from('x')
  const announced = {
    service: 'downloadable',
    mimeType: 'image/png',
    size: 2,
    checksum: null,
    partChecksums: [null, null],
  }
  const uploaded = {
    size: 2,
    head: anything,
    partDigests: [one ?? anything, two ?? anything],
    digestOfParts: both ?? anything,
    digest: whole ?? anything,
  }
  const inOnePart = { ...uploaded, partDigests: [one ?? anything] }

  it.each<[string, Partial<typeof announced> | object, UploadedContent, unknown]>([
    ['answers the digest of a single part', { partChecksums: [null] }, inOnePart, one],
    ['answers the digest of the digests of several parts', {}, uploaded, both],
    ['accepts the announced digest of the whole', { checksum: whole }, uploaded, whole],
    ['accepts the announced digest of the digests', { checksum: both }, uploaded, both],
    [
      'accepts the announced digest of the digests of a single part',
      { checksum: both },
      inOnePart,
      both,
    ],
    ['accepts the announced digests of the parts', { partChecksums: [one, two] }, uploaded, both],
    ['refuses another digest', { checksum: other }, uploaded, 'file_bytes_wrong'],
    ['refuses another part', { partChecksums: [one, other] }, uploaded, 'file_bytes_wrong'],
    ['refuses a missing part', { partChecksums: [null, two] }, inOnePart, 'file_bytes_wrong'],
    ['refuses another size', {}, { ...uploaded, size: 3 }, 'file_bytes_wrong'],
    [
      'refuses if the digest of the whole is unknown',
      { checksum: whole },
      { ...uploaded, digest: null },
      'file_bytes_wrong',
    ],
    [
      'refuses product media that is no image',
      { service: 'product_media' },
      uploaded,
      'file_type_wrong',
    ],
    [
      'refuses an avatar that is no image',
      { service: 'organization_avatar' },
      uploaded,
      'file_type_wrong',
    ],
  ])('%s', (_title, change, content, expected) => {
    const decided = decideContent({ ...announced, ...change }, content)
    expect('refused' in decided ? decided.refused : decided).toBe(expected)
  })
})

it.each([
  [{}, {}],
  [{ name: 'a' }, {}],
  [{ name: null }, {}],
  [{ name: 'b' }, { name: 'b' }],
  [{ version: null }, { versionName: null }],
  [{ version: '1' }, {}],
  [{ version: '2' }, { versionName: '2' }],
])('the update %j changes %j', (update, change) => {
  expect(decideFileChange({ name: 'a', versionName: '1' }, update)).toEqual(change)
})
