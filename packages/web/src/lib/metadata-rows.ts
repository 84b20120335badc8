import {
  metadataKeyLengthMax,
  metadataKeysMax,
  metadataTextLengthMax,
} from '@guildhall/contract/primitives'
import { rule } from './form-schema.ts'

export type Metadata = Readonly<Record<string, string | number | boolean>>

/** A pair as typed; its kind decides how the text is parsed. */
export interface MetadataRow {
  key: string
  kind: 'text' | 'number' | 'boolean'
  /** `true` or `false` for a boolean. */
  text: string
}

export interface RowMistake {
  about: 'key' | 'value'
  message: string
}

export const emptyRow: MetadataRow = { key: '', kind: 'text', text: '' }

export function metadataRows(metadata: Metadata): MetadataRow[] {
  return Object.entries(metadata).map(([key, value]) => ({
    key,
    kind: typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean',
    text: String(value),
  }))
}

/** The metadata to send; empty rows are skipped. */
export function metadataOf(rows: readonly MetadataRow[]): Metadata {
  const said = rows.filter((row) => !isEmpty(row))
  return Object.fromEntries(said.map((row) => [row.key.trim(), valueOf(row)]))
}

function valueOf({ kind, text }: MetadataRow): Metadata[string] {
  if (kind === 'number') return Number(text)
  return kind === 'boolean' ? text === 'true' : text
}

/** The error of each row. */
export function rowMistakes(rows: readonly MetadataRow[]): (RowMistake | null)[] {
  return rows.map((row, index) => {
    if (isEmpty(row)) return null
    const key = row.key.trim()
    const isTwice = rows.slice(0, index).some((other) => other.key.trim() === key)
    return keyMistake(key, isTwice) ?? valueMistake(row)
  })
}

/** The error of the pairs, or null. */
export function metadataMistake(rows: readonly MetadataRow[]): string | null {
  const count = rows.filter((row) => !isEmpty(row)).length
  if (count > metadataKeysMax) {
    return `Use at most ${metadataKeysMax} pairs. Remove ${count - metadataKeysMax}.`
  }
  const mistake = rowMistakes(rows).find((one) => one !== null)
  return mistake === undefined ? null : 'Check the highlighted pair.'
}

export const metadataSchema = rule(metadataMistake)

const isEmpty = ({ key, kind, text }: MetadataRow): boolean =>
  key.trim() === '' && (text.trim() === '' || kind === 'boolean')

function keyMistake(key: string, isTwice: boolean): RowMistake | null {
  const message = keyMessage(key, isTwice)
  return message === null ? null : { about: 'key', message }
}

function keyMessage(key: string, isTwice: boolean): string | null {
  if (key === '') return 'Enter a key for this value.'
  if (key.length > metadataKeyLengthMax) return `Use at most ${metadataKeyLengthMax} characters.`
  return isTwice ? 'Another pair already has this key.' : null
}

function valueMistake({ kind, text }: MetadataRow): RowMistake | null {
  const message =
    kind === 'number' ? numberMessage(text) : kind === 'text' ? textMessage(text) : null
  return message === null ? null : { about: 'value', message }
}

function numberMessage(text: string): string | null {
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
  return isNumber ? null : 'Enter a number, such as 12 or 0.5.'
}

function textMessage(text: string): string | null {
  if (text === '') return 'Enter a value, or remove this pair.'
  return text.length > metadataTextLengthMax
    ? `Use at most ${metadataTextLengthMax} characters.`
    : null
}
