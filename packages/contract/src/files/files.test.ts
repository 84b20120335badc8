import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fileName } from './file-name.ts'
import { createFile } from './files.ts'
import { partBytesMin, planFault } from './upload-plan.ts'

const part = (number: number, chunkStart: number, chunkEnd: number) => ({
  number,
  chunkStart,
  chunkEnd,
})

describe('an upload plan', () => {
  const end = partBytesMin
  it.each([
    ['of one part', 1, [part(1, 0, 1)]],
    ['of a small last part', end + 1, [part(1, 0, end), part(2, end, end + 1)]],
    ['of parts of any size', 4 * end, [part(1, 0, 2 * end), part(2, 2 * end, 4 * end)]],
  ])('%s is valid', (_title, size, parts) => expect(planFault(size, parts)).toBeNull())

  it.each([
    ['a gap', end + 2, [part(1, 0, end), part(2, end + 1, end + 2)], [1, 'chunkStart']],
    ['an overlap', end + 1, [part(1, 0, end), part(2, end - 1, end + 1)], [1, 'chunkStart']],
    ['a missing start', 2, [part(1, 1, 2)], [0, 'chunkStart']],
    ['a missing end', 2, [part(1, 0, 1)], [0, 'chunkEnd']],
    ['an end beyond the file', 1, [part(1, 0, 2)], [0, 'chunkEnd']],
    ['unsorted parts', end + 1, [part(2, end, end + 1), part(1, 0, end)], [0, 'number']],
    ['a repeated number', end + 1, [part(1, 0, end), part(1, end, end + 1)], [1, 'number']],
    ['a skipped number', end + 1, [part(1, 0, end), part(3, end, end + 1)], [1, 'number']],
    ['a small part before the last', end, [part(1, 0, 1), part(2, 1, end)], [0, 'chunkEnd']],
    ['an empty part', end, [part(1, 0, end), part(2, end, end)], [1, 'chunkEnd']],
    ['a negative part', 1, [part(1, 0, -5)], [0, 'chunkEnd']],
    ['a part above the limit', 6 * 1024 ** 3, [part(1, 0, 6 * 1024 ** 3)], [0, 'chunkEnd']],
  ])('with %s is refused', (_title, size, parts, path) => {
    expect(planFault(size, parts)?.path).toEqual(path)
  })
})

describe('a file name', () => {
  it.each([
    ['manual.pdf', 'manual.pdf'],
    ['  Größe (1) & more!.tar.gz ', 'Größe (1) & more!.tar.gz'],
    ['Gro\u0308ße', 'Größe'],
    ['.env', '.env'],
    ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
    ['می‌خواهم.txt', 'می‌خواهم.txt'],
    ['a'.repeat(200), 'a'.repeat(200)],
    ['長'.repeat(66), '長'.repeat(66)],
  ])('%j is stored as %j', (given, stored) => expect(z.parse(fileName, given)).toBe(stored))

  it.each([
    '',
    ' ',
    '.',
    '..',
    '...',
    '../a',
    'a/b',
    '/a',
    'C:\\a',
    'a\0b',
    'a\nb',
    'a\x7fb',
    'a\u0085b',
    'a\u2028b',
    'a\u202eb',
    'a\u2066b',
    'a\u200bb',
    'a\ufeffb',
    'a\ud800b',
    'a'.repeat(201),
    '長'.repeat(67),
    '🎉'.repeat(51),
    'é'.repeat(101),
  ])('%j is refused', (given) => expect(z.safeParse(fileName, given).success).toBe(false))
})

describe('a media type', () => {
  const isValid = (mimeType: string) =>
    z.safeParse(createFile.body, {
      service: 'downloadable',
      name: 'a',
      mimeType,
      size: 1,
      upload: { parts: [part(1, 0, 1)] },
    }).success

  it.each(['application/zip', 'text/plain; charset=utf-8', 'application/vnd.ms-excel', 'a/b+c'])(
    '%s is accepted',
    (type) => expect(isValid(type)).toBe(true),
  )
  it.each([
    '',
    'zip',
    'a/',
    '/b',
    'a/b\r\nx: y',
    'a/b; x',
    'a b/c',
    'a/b,c/d',
    `a/${'b'.repeat(255)}`,
  ])('%j is refused', (type) => expect(isValid(type)).toBe(false))
})
