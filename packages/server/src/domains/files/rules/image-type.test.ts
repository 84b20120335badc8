import { imageTypes } from '@guildhall/contract/files/shapes'
import { describe, expect, it } from 'vitest'
import { looksLike } from './image-type.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

const genuine: Readonly<Record<string, readonly Buffer[]>> = {
  'image/jpeg': [bytes('\xff\xd8\xff\xe0\0\x10JFIF'), bytes('\xff\xd8\xff\xdb')],
  'image/png': [bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  'image/gif': [bytes('GIF87a..'), bytes('GIF89a..')],
  'image/webp': [bytes('RIFF\x24\0\0\0WEBPVP8 ')],
  'image/svg+xml': [
    '<svg/>',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '\ufeff\n<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<svg\n width="1">',
    '<!-- <html> -->\n<svg>',
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd"><svg>',
    '<!DOCTYPE svg [ <!ENTITY ns "http://www.w3.org/2000/svg"> ]>\n<!-- made by hand --> <svg>',
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg">',
  ].map((text) => Buffer.from(text)),
}

const notImages = [
  '',
  'RIFF\x24\0\0\0WAVEfmt ',
  'GIF88a',
  '\x89PNX\r\n\x1a\n',
  '\xff\xd8',
  '<!doctype html><svg></svg>',
  '<html><svg></svg></html>',
  '<script>alert(1)</script><svg/>',
  '<!-- <svg> --><html>',
  '<!-- never closed <svg>',
  '<svgx>',
  'text <svg>',
  '%PDF-1.7',
].map(bytes)

describe.each(imageTypes)('%s', (type) => {
  it('is recognized and distinguished from the others', () => {
    for (const [other, pictures] of Object.entries(genuine)) {
      for (const picture of pictures) {
        expect([picture.toString(), looksLike(type, picture)]).toEqual([
          picture.toString(),
          type === other,
        ])
      }
    }
    for (const one of notImages)
      expect([one.toString(), looksLike(type, one)]).toEqual([one.toString(), false])
  })
})

it('other types than images are not checked', () => {
  expect(looksLike('application/zip', Buffer.from('anything'))).toBe(true)
})

it('long prefixes are rejected without backtracking', () => {
  const comments = Buffer.from('<!--'.repeat(16_000))
  const blanks = Buffer.from(`<?xml ${' '.repeat(60_000)}`)
  const doctypes = Buffer.from('<!doctype svg ['.repeat(4_000))
  for (const one of [comments, blanks, doctypes])
    expect(looksLike('image/svg+xml', one)).toBe(false)
})
