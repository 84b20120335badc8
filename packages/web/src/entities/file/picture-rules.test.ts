import { expect, test } from 'vitest'
import { pictureMistake } from './picture-rules.ts'

test.each([
  ['image/png', 1, null],
  ['image/svg+xml', 1_048_576, null],
  ['image/png', 1_048_577, 'This file is too large. Choose one of up to 1 MB.'],
  ['image/png', 0, 'This file is empty.'],
  ['image/tiff', 1, 'This file type is not supported. Choose a JPEG, PNG, GIF, WebP or SVG image.'],
  ['', 1, 'This file type is not supported. Choose a JPEG, PNG, GIF, WebP or SVG image.'],
] as const)('%s of %i bytes: %s', (type, size, mistake) => {
  expect(pictureMistake({ type, size }, 1_048_576)).toBe(mistake)
})
