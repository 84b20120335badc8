import * as z from 'zod/mini'
import type { Schema } from './operation.ts'

const constants = new WeakMap<Schema, unknown>()

/** A field with the same value in every response. The codec writes it, and handlers leave it out. */
export function constant<S extends z.core.$ZodType>(
  schema: S,
  value: z.output<S>,
): z.ZodMiniOptional<S> {
  const field = z.optional(schema)
  constants.set(field, value)
  return field
}

/** The value of such a field; undefined for others. */
export const constantOf = (schema: Schema): unknown => constants.get(schema)
