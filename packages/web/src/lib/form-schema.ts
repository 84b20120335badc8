import * as z from 'zod/mini'
import { formatCount } from '#/lib/format.ts'

type Schema = z.core.$ZodType

/** The schemas of a form’s fields; those that depend on other fields are functions of the draft. */
export type FormSchema<T> = FieldSchemas<T> | ((draft: T) => FieldSchemas<T>)

export type FieldSchemas<T> = Readonly<Partial<Record<keyof T & string, Schema>>>

export interface FieldMistake {
  path: readonly PropertyKey[]
  message: string
}

/** The errors of a form by field, in the order of the fields. */
export function mistakesIn<T>(schema: FormSchema<T>, draft: T): FieldMistake[] {
  const fields = typeof schema === 'function' ? schema(draft) : schema
  const { error } = z.safeParse(z.object({ ...fields }), draft)
  return (error?.issues ?? []).map((issue) => ({ path: issue.path, message: messageOf(issue) }))
}

/** The error of a field for a value that its schema refuses, or null. */
export function mistakeIn(schema: Schema, value: unknown): string | null {
  const [issue] = z.safeParse(schema, value).error?.issues ?? []
  return issue === undefined ? null : messageOf(issue)
}

interface TextLabels {
  /** If empty values are invalid. */
  empty?: string
  /** For invalid characters or formats. */
  format?: string
}

/** A text input; the contract’s schema validates the trimmed value. */
export const text = (schema: Schema, { empty, format }: TextLabels = {}) =>
  rule<string>((typed) => {
    const value = typed.trim()
    if (value === '') return empty ?? null
    const [issue] = z.safeParse(schema, value).error?.issues ?? []
    if (issue === undefined) return null
    const isLength = issue.code === 'too_small' || issue.code === 'too_big'
    return isLength ? messageOf(issue) : (format ?? messageOf(issue))
  })

/** A whole number as text, within the limits of the contract’s schema. */
export const wholeNumber = (schema: Schema, { isOptional = false } = {}) =>
  rule<string>((typed) => {
    const value = typed.trim()
    if (value === '' && isOptional) return null
    const isTaken = value !== '' && z.safeParse(schema, Number(value)).success
    return isTaken ? null : `Enter a whole number${boundsText(schema)}.`
  })

/** Refuses missing values. */
export const present = (message: string) =>
  rule<string | null | readonly unknown[]>((value) =>
    value === null || value.length === 0 ? message : null,
  )

/** A custom rule, for typed text or across fields. */
export const rule = <T>(mistake: (value: T) => string | null) =>
  z.custom<T>().check(({ value, issues }) => {
    const message = mistake(value)
    if (message !== null) issues.push({ code: 'custom', input: value, message })
  })

/** Turns a zod issue into a message. */
function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      return `Use at least ${formatCount(Number(issue.minimum))} characters.`
    case 'too_big':
      return `Use at most ${formatCount(Number(issue.maximum))} characters.`
    default:
      return /[\p{L}\p{N}]$/u.test(issue.message) ? `${issue.message}.` : issue.message
  }
}

/** “ from 1 to 90”, depending on the limits of the schema. */
export function boundsText(schema: Schema): string {
  const [minimum, maximum] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER].map((probe) => {
    const [issue] = z.safeParse(schema, probe).error?.issues ?? []
    const isBound = issue?.code === 'too_small' || issue?.code === 'too_big'
    if (!isBound) return null
    return formatCount(Number(issue.code === 'too_small' ? issue.minimum : issue.maximum))
  })
  const from = minimum == null ? '' : ` from ${minimum}`
  return maximum == null ? from : `${from} to ${maximum}`
}

/** The maximum length of a text. */
export function lengthMaxOf({ _zod: { def } }: Schema): number {
  const lengths = (def.checks ?? []).map((check) =>
    check instanceof z.core.$ZodCheckMaxLength ? check._zod.def.maximum : Infinity,
  )
  return Math.min(...lengths)
}
