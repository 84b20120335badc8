import {
  metadataKeyLengthMax,
  metadataKeysMax,
  metadataTextLengthMax,
} from '@guildhall/contract/primitives'

export type Metadata = Readonly<Record<string, string | number | boolean>>

/** A pair as it's typed; what it means is decided by its kind. */
export interface MetadataRow {
  key: string
  kind: 'text' | 'number' | 'boolean'
  /** `true` or `false` where it's a boolean. */
  text: string
}

export interface RowMistake {
  about: 'key' | 'value'
  words: string
}

export const emptyRow: MetadataRow = { key: '', kind: 'text', text: '' }

export function metadataRows(metadata: Metadata): MetadataRow[] {
  return Object.entries(metadata).map(([key, value]) => ({
    key,
    kind: typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean',
    text: String(value),
  }))
}

/** What is sent; a row in which nothing is typed says nothing. */
export function metadataOf(rows: readonly MetadataRow[]): Metadata {
  const said = rows.filter((row) => !isEmpty(row))
  return Object.fromEntries(said.map((row) => [row.key.trim(), valueOf(row)]))
}

function valueOf({ kind, text }: MetadataRow): Metadata[string] {
  if (kind === 'number') return Number(text)
  return kind === 'boolean' ? text === 'true' : text
}

/** What is wrong with each row, in their order. */
export function rowMistakes(rows: readonly MetadataRow[]): (RowMistake | null)[] {
  return rows.map((row, index) => {
    if (isEmpty(row)) return null
    const key = row.key.trim()
    const isTwice = rows.slice(0, index).some((other) => other.key.trim() === key)
    return keyMistake(key, isTwice) ?? valueMistake(row)
  })
}

/** Why these pairs can't be kept, or null. */
export function metadataMistake(rows: readonly MetadataRow[]): string | null {
  const count = rows.filter((row) => !isEmpty(row)).length
  if (count > metadataKeysMax) {
    return `There can be ${metadataKeysMax} pairs at most. Remove ${count - metadataKeysMax}.`
  }
  const mistake = rowMistakes(rows).find((one) => one !== null)
  return mistake === undefined ? null : 'Something is wrong with a pair.'
}

const isEmpty = ({ key, kind, text }: MetadataRow): boolean =>
  key.trim() === '' && (text.trim() === '' || kind === 'boolean')

function keyMistake(key: string, isTwice: boolean): RowMistake | null {
  const words = keyWords(key, isTwice)
  return words === null ? null : { about: 'key', words }
}

function keyWords(key: string, isTwice: boolean): string | null {
  if (key === '') return 'Enter a name for this value.'
  if (key.length > metadataKeyLengthMax) return `Use at most ${metadataKeyLengthMax} characters.`
  return isTwice ? 'Another pair has this name already.' : null
}

function valueMistake({ kind, text }: MetadataRow): RowMistake | null {
  const words = kind === 'number' ? numberWords(text) : kind === 'text' ? textWords(text) : null
  return words === null ? null : { about: 'value', words }
}

function numberWords(text: string): string | null {
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
  return isNumber ? null : 'Enter a number, such as 12 or 0.5.'
}

function textWords(text: string): string | null {
  if (text === '') return 'Enter a value, or remove this pair.'
  return text.length > metadataTextLengthMax
    ? `Use at most ${metadataTextLengthMax} characters.`
    : null
}
