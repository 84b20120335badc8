import { describe, expect, it } from 'vitest'
import { pdfText } from '../../../test/pdf-text.ts'
import { fontFamilies } from './fonts.ts'
import type { PdfDocument, PdfNode } from './pdf-document.ts'
import { createPrinter } from './printer.ts'

const documentOf = (children: readonly PdfNode[]): PdfDocument => ({
  title: 'A page',
  author: 'Acme',
  language: 'en',
  createdAt: new Date('2026-03-01T00:00:00Z'),
  style: { fontFamily: [...fontFamilies], fontSize: 10, padding: 40 },
  children,
})

const sentence = (text: string): PdfDocument => documentOf([{ is: 'text', text }])

const printer = createPrinter()

const printed = async (document: PdfDocument): Promise<string> =>
  pdfText(await printer.print(document)).join('')

describe('a printed page can be read back', () => {
  it.each([
    'Plain words, 1,234.50 and a dash – here',
    'Łukasz Żółć, Ștefan, Čeněk, Ðurđa, Ñandú, Øystein, Þór, Ġużeppi',
    'Αθήνα, Ελλάδα',
    'Київ, Београд, Ўзбекистон',
    'Nguyễn Thị Hương',
    '€12.00 £3 ¥500 ₹99 zł ₺',
  ])('%s', async (words) => {
    expect(await printed(sentence(words))).toBe(words)
  })
})

it('a glyph missing from all fonts is never drawn as another', async () => {
  const pdf = await printer.print(sentence('東京 Tokyo'))
  expect(pdf.toString('latin1')).not.toContain('Helvetica')
  expect(pdfText(pdf).join('')).toContain(' Tokyo')
})

it('the same document is the same bytes', async () => {
  const [one, other] = [
    await printer.print(sentence('Same')),
    await printer.print(sentence('Same')),
  ]
  expect(one.equals(other)).toBe(true)
})

it('a document does not affect the fonts of the next', async () => {
  expect(await printed(sentence('Ñandú'))).toBe('Ñandú')
  expect(await printed(sentence('Norway'))).toBe('Norway')
})

it('a word breaks only where it is longer than its column', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
  expect(await printed(sentence(word))).toBe(word)
  const narrow = documentOf([{ is: 'text', text: word, style: { width: 200 } }])
  const lines = pdfText(await printer.print(narrow))
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.map((line) => line.replace(/-$/, '')).join('')).toBe(word)
})

it('pages are numbered', async () => {
  const lines = Array.from({ length: 120 }, (_, at): PdfNode => ({ is: 'text', text: `${at}` }))
  const foot: PdfNode = {
    is: 'box',
    fixed: true,
    style: { position: 'absolute', bottom: 10, left: 40 },
    children: [{ is: 'pageNumber', text: 'page {page} of {pages}' }],
  }
  const words = await printed(documentOf([...lines, foot]))
  expect(words).toContain('page 1 of 2')
  expect(words).toContain('page 2 of 2')
})

it('the server stays responsive meanwhile', async () => {
  await printer.print(sentence('warm'))
  const turns = { count: 0 }
  const timer = setInterval(() => void (turns.count += 1), 1)
  const lines = Array.from({ length: 400 }, (_, at): PdfNode => ({ is: 'text', text: `${at}` }))
  await printer.print(documentOf(lines))
  clearInterval(timer)
  expect(turns.count).toBeGreaterThan(5)
})

it('calls beyond a full queue are refused, and those in it are served', async () => {
  const small = createPrinter({ waitingMax: 2 })
  const asked = ['a', 'b', 'c'].map((words) => small.print(sentence(words)))
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[2]).toHaveProperty('reason.code', 'too_busy')
  expect(await small.print(sentence('d'))).toBeInstanceOf(Buffer)
})

it('an idle thread that was released is started again', async () => {
  const brief = createPrinter({ idleMilliseconds: 1 })
  await brief.print(sentence('one'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(pdfText(await brief.print(sentence('two'))).join('')).toBe('two')
})

it('a document that can’t be drawn fails alone', async () => {
  const wrong = documentOf([{ is: 'text', text: 'x', style: { fontFamily: 'No such font' } }])
  await expect(printer.print(wrong)).rejects.toThrow('No such font')
  expect(await printed(sentence('and then this'))).toBe('and then this')
})
