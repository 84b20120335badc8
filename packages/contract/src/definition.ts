import type * as z from 'zod/mini'
import type { Schema } from './endpoint.ts'

export type Definition = z.core.$ZodTypes['_zod']['def']

/** A schema's definition, told apart by its `type`: what codecs and documents are derived from. */
export const definitionOf = (schema: Schema): Definition =>
  // Every schema is one of the library's kinds; its base type just doesn't say so.
  (schema as z.core.$ZodTypes)._zod.def
