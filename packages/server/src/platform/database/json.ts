import type { Brand } from '@guildhall/contract/primitives'

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export type JsonObject = { readonly [key: string]: JsonValue }

/** What a JSON column takes. The driver would write a JavaScript array as a PostgreSQL array. */
export type JsonText = Brand<string, 'json'>

export const jsonText = (value: JsonValue): JsonText => JSON.stringify(value) as JsonText

/** The same of what a codec has encoded: JSON, with instants for which JSON has a text. */
export const encodedText = (encoded: unknown): JsonText => JSON.stringify(encoded) as JsonText

/** Values that are text already, as one list. */
export const jsonList = (texts: readonly JsonText[]): JsonText => `[${texts.join(',')}]` as JsonText
