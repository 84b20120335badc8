import type { Styles } from '@react-pdf/renderer'

export type PdfStyle = Styles[string]

/** An element of a page, as plain data that can be sent to the drawing thread. */
export type PdfNode = PdfBox | PdfText | PdfImage | PdfPageNumber

interface PdfBox {
  readonly is: 'box'
  readonly style?: PdfStyle
  /** Repeated on every page at the same place. */
  readonly fixed?: boolean
  /** Never split across pages. */
  readonly whole?: boolean
  readonly children: readonly PdfNode[]
}

interface PdfText {
  readonly is: 'text'
  readonly style?: PdfStyle
  readonly text: string
}

interface PdfImage {
  readonly is: 'image'
  readonly style?: PdfStyle
  readonly bytes: Uint8Array
  readonly format: 'png' | 'jpg'
}

/** A template in which `{page}` and `{pages}` are replaced by the numbers. */
interface PdfPageNumber {
  readonly is: 'pageNumber'
  readonly style?: PdfStyle
  readonly text: string
}

export interface PdfDocument {
  readonly title: string
  readonly author: string
  /** A tag such as `en`. */
  readonly language: string
  /** Written to the file, so that the same document always has the same bytes. */
  readonly createdAt: Date
  readonly style: PdfStyle
  readonly children: readonly PdfNode[]
}
