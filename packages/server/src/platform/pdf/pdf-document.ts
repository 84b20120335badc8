import type { Styles } from '@react-pdf/renderer'

export type PdfStyle = Styles[string]

/** A piece of a page, as a plain value: it is sent to the thread that draws it. */
export type PdfNode = PdfBox | PdfText | PdfPageNumber

interface PdfBox {
  readonly is: 'box'
  readonly style?: PdfStyle
  /** Stands on every page at the same place. */
  readonly fixed?: boolean
  /** Isn't torn apart by the end of a page. */
  readonly whole?: boolean
  readonly children: readonly PdfNode[]
}

interface PdfText {
  readonly is: 'text'
  readonly style?: PdfStyle
  readonly text: string
}

/** In the words given, where `{page}` and `{pages}` stand for the numbers. */
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
  /** Said in the file: the same document is the same bytes whenever it is drawn. */
  readonly createdAt: Date
  readonly style: PdfStyle
  readonly children: readonly PdfNode[]
}
