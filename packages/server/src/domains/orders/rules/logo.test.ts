import { expect, it } from 'vitest'
import { pngOf } from '../../../../test/png.ts'
import { logoOf, pixelsOf } from './logo.ts'

it.each([
  ['a PNG', pngOf({ width: 2, height: 2 }), 'png'],
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'jpg'],
  ['a PNG that is too wide', pngOf({ width: 2001, height: 1 }), undefined],
  ['a PNG that is too high', pngOf({ width: 1, height: 2001 }), undefined],
  ['a PNG that ends early', pngOf({ width: 2, height: 2 }).subarray(0, 20), undefined],
  ['a vector image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['a page', Buffer.from('<!doctype html><title>Not found</title>'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('%s is a logo: %s', (_, bytes, format) => {
  expect(logoOf(bytes)?.format).toBe(format)
})

it('the pixels of a file that lies about its lengths are those that are there', () => {
  const png = pngOf({ width: 2, height: 2 })
  png.writeUInt32BE(0xffff_ffff, png.indexOf('IDAT') - 4)
  expect(pixelsOf(png).length).toBeLessThan(png.length)
})
