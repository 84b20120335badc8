import type { Brand } from '@guildhall/contract/primitives'
import type { JsonValue } from '../../kernel/json-value.ts'

export type { JsonObject, JsonValue } from '../../kernel/json-value.ts'

/**
 * Encodes a value for a JSON column. The driver would write a JavaScript array as a PostgreSQL
 * array.
 */
export type JsonText = Brand<string, 'json'>

export const jsonText = (value: JsonValue): JsonText => JSON.stringify(value) as JsonText

/** The same for the output of a codec, which may contain dates. */
export const encodedText = (encoded: unknown): JsonText => JSON.stringify(encoded) as JsonText

/** A list of values that are text already. */
export const jsonList = (texts: readonly JsonText[]): JsonText => `[${texts.join(',')}]` as JsonText
