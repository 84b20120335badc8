import { inflateSync } from 'node:zlib'

/**
 * The lines of a PDF in the order in which they are drawn. It reads only what this server's printer
 * writes.
 */
export function pdfText(pdf: Buffer): string[] {
  const objects = objectsIn(pdf)
  const fonts = fontsOf(objects)
  return contentsOf(objects).flatMap((content) => shownIn(content, fonts))
}

interface PdfObject {
  readonly head: string
  readonly stream: string | null
}

type Objects = ReadonlyMap<string, PdfObject>
type Letters = ReadonlyMap<string, string>

function objectsIn(pdf: Buffer): Objects {
  const text = pdf.toString('latin1')
  const found = text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)
  return new Map(Array.from(found, ([, id = '', body = '']) => [id, objectOf(body)]))
}

function objectOf(body: string): PdfObject {
  const at = body.indexOf('\nstream\n')
  if (at === -1) return { head: body, stream: null }
  const head = body.slice(0, at)
  const bytes = Buffer.from(body.slice(at + 8, body.lastIndexOf('\nendstream')), 'latin1')
  const isPacked = head.includes('/FlateDecode')
  return { head, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') }
}

/** The characters of each font, by its short name and their codes. */
function fontsOf(objects: Objects): ReadonlyMap<string, Letters> {
  const named = [...objects.values()].flatMap(({ head }) => {
    const [, names = ''] = /\/Font <<([\s\S]*?)>>/.exec(head) ?? []
    return [...names.matchAll(/\/(F\d+) (\d+) 0 R/g)]
  })
  return new Map(named.map(([, name = '', id = '']) => [name, lettersOf(objects, id)]))
}

function lettersOf(objects: Objects, fontId: string): Letters {
  const [, mapId = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId)?.head ?? '') ?? []
  const ranges = (objects.get(mapId)?.stream ?? '').matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)
  return new Map(
    Array.from(ranges).flatMap(([, first = '', list = '']) =>
      Array.from(
        list.matchAll(/<([^>]*)>/g),
        ([, hex = ''], at) =>
          [
            (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'),
            Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
          ] as const,
      ),
    ),
  )
}

const contentsOf = (objects: Objects): string[] =>
  [...objects.values()].flatMap(({ head }) => {
    const [, id = ''] = /\/Contents (\d+) 0 R/.exec(head) ?? []
    return objects.get(id)?.stream ?? []
  })

function shownIn(content: string, fonts: ReadonlyMap<string, Letters>): string[] {
  let letters: Letters = new Map()
  return content.split(lineEnd).flatMap((line) => {
    const steps = Array.from(line.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g))
    const words = steps.map(([, font, shown = '']) => {
      if (font !== undefined) letters = fonts.get(font) ?? new Map()
      return Array.from(shown.matchAll(/<(\w+)>/g), ([, hex = '']) => read(hex, letters)).join('')
    })
    const text = words.join('')
    return text === '' ? [] : [text]
  })
}

/** Pieces of one line follow one another to the right; the last piece ends the line. */
const lineEnd = /ET\nQ\n1 0 0 1 [-\d.]+ 0 cm\nQ/

const read = (hex: string, letters: Letters): string =>
  (hex.match(/.{4}/g) ?? []).map((code) => letters.get(code) ?? '\ufffd').join('')
