import type * as z from 'zod/mini'
import type { Schema } from './operation.ts'

export type Definition = z.core.$ZodTypes['_zod']['def']

/** A schema’s definition, discriminated by `type`; codecs and API documents are derived from it. */
export const definitionOf = (schema: Schema): Definition =>
  // Every schema is one of the library’s kinds, which its base type doesn’t express.
  (schema as z.core.$ZodTypes)._zod.def
