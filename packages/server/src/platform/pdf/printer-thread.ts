/** Data passed to the thread: addresses of what it loads. */
export interface ThreadStart {
  readonly renderer: string
  readonly react: string
  /** By family name, then weight. */
  readonly fonts: Readonly<Record<string, readonly Font[]>>
}

interface Font {
  /** A URL of the font. */
  readonly src: string
  readonly fontWeight: number
}

export type ThreadAnswer = { readonly bytes: Uint8Array } | { readonly failure: string }

/**
 * The code of the thread is passed as text, because it must work in a bundle and from sources
 * alike. The renderer is loaded in the thread, so the server itself never holds it. Hyphenation is
 * off but for words longer than a column: the rules of one language would break the names of others. A glyph missing from all
 * fonts is left to the last one, which draws a box; the library would draw another glyph. Fonts are
 * registered again for each document: after drawing an Ñ a font loses the N of later pages.
 */
export const threadSource = `
  const { constants, setPriority } = require('node:os')
  const { parentPort, workerData } = require('node:worker_threads')
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

  const loaded = Promise.all([import(workerData.renderer), import(workerData.react)])
  const freshFonts = async ({ Font }) => {
    for (const [family, fonts] of Object.entries(workerData.fonts)) {
      delete Font.getRegisteredFonts()[family]
      Font.register({ family, fonts })
    }
    const [fontFamily, faces] = Object.entries(workerData.fonts).at(-1)
    for (const { fontWeight } of faces) {
      await Font.load({ fontFamily, fontWeight })
      Font.getFont({ fontFamily, fontWeight }).data.hasGlyphForCodePoint = () => true
    }
  }

  const ready = loaded.then(([pdf, { createElement }]) => {
    pdf.Font.registerHyphenationCallback((word) => word.match(/.{1,24}/gsu) ?? [word])

    const drawn = (node, key) => {
      const { style, fixed } = node
      if (node.is === 'text') return createElement(pdf.Text, { key, style }, node.text)
      if (node.is === 'image') {
        const src = { data: Buffer.from(node.bytes), format: node.format }
        return createElement(pdf.Image, { key, style, src })
      }
      if (node.is === 'pageNumber') {
        const render = ({ pageNumber, totalPages }) =>
          node.text.replace('{page}', pageNumber).replace('{pages}', totalPages)
        return createElement(pdf.Text, { key, style, render })
      }
      const wrap = node.whole !== true
      return createElement(pdf.View, { key, style, fixed, wrap }, node.children.map(drawn))
    }

    return async ({ title, author, language, createdAt, style, children }) => {
      await freshFonts(pdf)
      const page = createElement(pdf.Page, { size: 'A4', style }, children.map(drawn))
      const facts = { title, author, language, creationDate: createdAt, producer: author }
      return pdf.renderToBuffer(createElement(pdf.Document, { ...facts, creator: author }, page))
    }
  })

  parentPort.on('message', (document) => {
    ready
      .then((draw) => draw(document))
      .then((bytes) => parentPort.postMessage({ bytes }))
      .catch((error) => parentPort.postMessage({ failure: String(error?.stack ?? error) }))
  })`
