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
