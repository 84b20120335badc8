import { randomBytes } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { bareJpegOf, secret, taggedJpeg, taggedPng } from '../../../../test/pictures.ts'
import { pngChunk, pngOf } from '../../../../test/png.ts'
import { isRefused } from '../../../kernel/refusal.ts'
import { decidePicture, replacedPictures } from './picture.ts'

const outcome = (bytes: Buffer) => {
  const decided = decidePicture(bytes)
  return isRefused(decided) ? decided.refused : decided
}

const large = { width: 1024, height: 1024 }
const png = pngOf({ width: 8, height: 8 })
const jpeg = bareJpegOf()

describe('a picture', () => {
  it('keeps what is drawn', () => {
    expect(outcome(png)).toEqual({ format: 'png', bytes: png })
    expect(outcome(jpeg)).toEqual({ format: 'jpg', bytes: jpeg })
    expect(outcome(pngOf(large))).toMatchObject({ format: 'png' })
    expect(outcome(bareJpegOf(large))).toMatchObject({ format: 'jpg' })
  })

  test.each([
    ['png', taggedPng(), png],
    ['jpg', taggedJpeg(), jpeg],
  ] as const)('loses metadata and what follows the image: %s', (format, tagged, bare) => {
    expect(tagged.includes(secret)).toBe(true)
    expect(outcome(tagged)).toEqual({ format, bytes: bare })
  })

  const padded = Buffer.concat([png, Buffer.alloc(1024 * 1024)])
  const unsupported = 'picture_not_supported'
  test.each([
    ['larger than a megabyte', padded, 'picture_too_large'],
    ['wider than the limit', pngOf({ width: 1025, height: 1 }), unsupported],
    ['higher than the limit', bareJpegOf({ width: 1, height: 1025 }), unsupported],
    ['without pixels', bareJpegOf({ width: 0, height: 1 }), unsupported],
    ['empty', Buffer.alloc(0), unsupported],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), unsupported],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00'), unsupported],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), unsupported],
    [
      'a page that begins like a PNG',
      Buffer.from('\x89PNG\r\n\x1a\n<html>', 'latin1'),
      unsupported,
    ],
    ['a page that begins like a JPEG', Buffer.from('\xff\xd8\xff<html>', 'latin1'), unsupported],
    ['a PNG whose first chunk is another', withTextFirst(), unsupported],
  ])('that is %s is refused', (_what, bytes, refused) => expect(outcome(bytes)).toBe(refused))

  test.each([
    ['png', png],
    ['jpeg', jpeg],
  ])('that is cut anywhere is refused: %s', (_format, whole) => {
    for (let end = 0; end < whole.length; end += 1) {
      expect([end, outcome(whole.subarray(0, end))]).toEqual([end, unsupported])
    }
  })

  it('never fails on changed bytes', () => {
    for (const whole of [taggedPng(), taggedJpeg()]) {
      for (let at = 0; at < whole.length; at += 1) {
        const changed = Buffer.from(whole)
        changed[at] = randomBytes(1)[0] ?? 0
        expect(() => outcome(changed)).not.toThrow()
      }
    }
  })
})

function withTextFirst(): Buffer {
  const text = pngChunk('tEXt', Buffer.from('Comment\0hello'))
  return Buffer.concat([png.subarray(0, 8), text, png.subarray(8)])
}

describe('replaced pictures', () => {
  const one = { id: 'one', format: 'png' } as const
  const two = { id: 'two', format: 'jpg' } as const
  test.each([
    [null, [one, two]],
    ['https://shop.example/pictures/two.jpg', [one]],
    ['https://former.example/pictures/one.png', [two]],
    ['https://shop.example/pictures/one.jpg', [one, two]],
    ['https://other.example/ada.png', [one, two]],
  ])('of an owner who shows %s', (shown, replaced) => {
    expect(replacedPictures([one, two], shown)).toEqual(replaced)
  })
})
