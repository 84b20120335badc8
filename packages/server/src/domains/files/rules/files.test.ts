import { describe, expect, it } from 'vitest'
import { rangeAsked } from './byte-range.ts'
import { type Arrived, decideContent } from './content.ts'
import { attachment } from './disposition.ts'
import { decideFileChange } from './file-change.ts'
import { readableSize } from './readable-size.ts'
import { decideSize, decideSpace } from './space.ts'

it.each([
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [10 * 1024 * 1024, '10 MB'],
  [5 * 1024 ** 4, '5 TB'],
  [5000 * 1024 ** 4, '5000 TB'],
])('%i bytes read as %s', (bytes, text) => expect(readableSize(bytes)).toBe(text))

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
])('%j is saved as %s', (name, header) => expect(attachment(name)).toBe(header))

describe('a range', () => {
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
  ])('%s of ten bytes is %j', (header, range) => expect(rangeAsked(header, 10)).toEqual(range))
})

describe('room', () => {
  const megabyte = 1024 * 1024
  it.each([
    [megabyte, null],
    [megabyte + 1, 'file_too_large'],
  ])('for one of %i bytes where one MB is: %s', (size, refused) => {
    expect(decideSize(size, { megabytesMax: 1 })?.refused ?? null).toBe(refused)
  })

  it.each([
    [1, 2 * megabyte - 1, null],
    [1, 2 * megabyte, 'file_space_used_up'],
    [2 * megabyte, 0, null],
    [2 * megabyte, 1, 'file_space_used_up'],
  ])('for %i bytes beside %i where two MB are: %s', (size, kept, refused) => {
    const limits = { organizationMegabytesMax: 2 }
    expect(decideSpace(size, kept, limits)?.refused ?? null).toBe(refused)
  })
})

describe('what has come', () => {
  const [one, two, both, whole, other] = ['one', 'two', 'both', 'whole', 'other'].map((text) =>
    Buffer.from(text),
  )
  const anything = Buffer.from('x')
  const promised = {
    service: 'downloadable',
    mimeType: 'image/png',
    size: 2,
    checksum: null,
    partChecksums: [null, null],
  }
  const arrived = {
    size: 2,
    head: anything,
    partDigests: [one ?? anything, two ?? anything],
    digestOfParts: both ?? anything,
    digest: whole ?? anything,
  }
  const inOne = { ...arrived, partDigests: [one ?? anything] }

  it.each<[string, Partial<typeof promised> | object, Arrived, unknown]>([
    ['of one part has that part’s digest', { partChecksums: [null] }, inOne, one],
    ['of several has the digest of the digests', {}, arrived, both],
    ['keeps the promised digest of the whole', { checksum: whole }, arrived, whole],
    ['keeps the promised digest of the digests', { checksum: both }, arrived, both],
    ['of one part keeps the promised digest of the digests', { checksum: both }, inOne, both],
    ['has the promised parts', { partChecksums: [one, two] }, arrived, both],
    ['has another digest', { checksum: other }, arrived, 'file_bytes_wrong'],
    ['has another part', { partChecksums: [one, other] }, arrived, 'file_bytes_wrong'],
    ['has a part less', { partChecksums: [null, two] }, inOne, 'file_bytes_wrong'],
    ['has another size', {}, { ...arrived, size: 3 }, 'file_bytes_wrong'],
    [
      'is not known as a whole',
      { checksum: whole },
      { ...arrived, digest: null },
      'file_bytes_wrong',
    ],
    ['is no picture', { service: 'product_media' }, arrived, 'file_type_wrong'],
    ['is no avatar', { service: 'organization_avatar' }, arrived, 'file_type_wrong'],
  ])('%s', (_what, change, has, expected) => {
    const decided = decideContent({ ...promised, ...change }, has)
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
])('the wish %j changes %j', (wish, change) => {
  expect(decideFileChange({ name: 'a', versionName: '1' }, wish)).toEqual(change)
})
