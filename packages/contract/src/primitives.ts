import * as z from 'zod/mini'

export type Brand<T, B extends string> = T & z.core.$brand<B>

/** Ids are branded by what they identify: an `Id<'customer'>` is not an `Id<'order'>`. */
export type Id<B extends string> = Brand<string, B>

/** A whole number of a currency's smallest unit. */
export type MinorUnits = Brand<number, 'minorUnits'>

/** ISO 4217 in lower case. */
export type Currency = Brand<string, 'currency'>

/** A fixed-point decimal as text, for quantities and unit prices that may be fractional. */
export type DecimalText = Brand<string, 'decimal'>

export const metadataKeysMax = 50
export const metadataKeyLengthMax = 40
export const metadataTextLengthMax = 500

export const id = <B extends string>(_kind: B) => z.uuid().brand<B>()

export const minorUnits = z.int().brand<'minorUnits'>()

export const currency = z
  .string()
  .check(z.regex(/^[a-z]{3}$/))
  .brand<'currency'>()

export const decimalText = z
  .string()
  .check(z.regex(/^-?\d{1,17}(\.\d{1,12})?$/))
  .brand<'decimal'>()

/** A `Date` in code, ISO 8601 with an offset on the wire. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

const metadataText = z.string().check(z.minLength(1), z.maxLength(metadataTextLengthMax))

const metadataOf = <V extends z.core.$ZodType>(value: V) =>
  z.record(z.string().check(z.minLength(1), z.maxLength(metadataKeyLengthMax)), value).check(
    z.refine((entries) => Object.keys(entries).length <= metadataKeysMax, {
      error: `At most ${metadataKeysMax} keys`,
    }),
  )

/** Data that callers attach to their objects; codecs never convert its keys. */
export const metadata = metadataOf(z.union([metadataText, z.number(), z.boolean()]))

/** Without fractions, where the official client can’t read them. */
export const metadataOfIntegers = metadataOf(z.union([metadataText, z.int(), z.boolean()]))

/** Without the limits of the input: merged metadata may exceed them. */
export const metadataShown = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
