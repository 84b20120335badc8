import type { getCustomField } from '@guildhall/contract/catalog/custom-fields'
import type { Fault } from '@guildhall/contract/faults'
import type { ResponseOf } from '@guildhall/contract/operation'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

type Field = ResponseOf<typeof getCustomField>

export interface AttachedCustomField {
  readonly customField: Field
  readonly required: boolean
}

/** The answers of a buyer by the slug of the field. */
export type CustomFieldAnswers = Readonly<Record<string, string | number | boolean | null>>

interface ValidationOptions {
  /** Whether missing answers to required fields are faults. */
  readonly isComplete: boolean
}

/** The valid answers to attached fields; other answers are dropped. */
export function validateCustomFieldData(
  attached: readonly AttachedCustomField[],
  given: CustomFieldAnswers,
  { isComplete }: ValidationOptions,
): CustomFieldAnswers | Refusal<'checkout_custom_field_invalid'> {
  const answers: Record<string, string | number | boolean> = {}
  const faults: Fault[] = []
  for (const { customField, required } of attached) {
    const answer = Object.hasOwn(given, customField.slug) ? given[customField.slug] : null
    const parsed = parseAnswer(customField, answer ?? null)
    const fault = faultOf(parsed, { required: required && isComplete, customField })
    const loc = ['body', 'custom_field_data', customField.slug]
    if (fault !== null) faults.push({ loc, ...fault })
    const value =
      'value' in parsed ? (parsed.value ?? (isComplete ? unanswered(customField) : null)) : null
    if (value !== null) answers[customField.slug] = value
  }
  if (faults.length === 0) return answers
  return refuse('checkout_custom_field_invalid', { faults, reason: faults[0]?.msg ?? '' })
}

/** A checkbox that was left out is unchecked; nothing else has an answer of its own. */
const unanswered = ({ type }: Field): false | null => (type === 'checkbox' ? false : null)

/** The answers that are still valid after the fields of a product have changed. */
export const filterCustomFieldData = (
  attached: readonly AttachedCustomField[],
  given: CustomFieldAnswers,
): CustomFieldAnswers =>
  Object.fromEntries(
    attached.flatMap(({ customField }) => {
      const answer = Object.hasOwn(given, customField.slug) ? given[customField.slug] : null
      const parsed = parseAnswer(customField, answer ?? null)
      return 'value' in parsed && parsed.value !== null ? [[customField.slug, parsed.value]] : []
    }),
  )

type ParsedAnswer =
  | { readonly value: string | number | boolean | null }
  | { readonly fault: string }

interface FieldRule {
  readonly required: boolean
  readonly customField: Field
}

function faultOf(
  parsed: ParsedAnswer,
  { required, customField }: FieldRule,
): Omit<Fault, 'loc'> | null {
  if ('fault' in parsed) return { msg: parsed.fault, type: 'value_error' }
  if (!required) return null
  if (parsed.value === null) return { msg: 'Field required', type: 'missing' }
  const isUnchecked = customField.type === 'checkbox' && parsed.value === false
  return isUnchecked ? { msg: 'Must be checked', type: 'value_error' } : null
}

/** An empty text counts as no answer. */
function parseAnswer(field: Field, answer: string | number | boolean | null): ParsedAnswer {
  if (answer === null || answer === '') return { value: null }
  switch (field.type) {
    case 'text':
      return parseText(field.properties, answer)
    case 'number':
      return parseNumber(field.properties, answer)
    case 'date':
      return parseDate(field.properties, answer)
    case 'checkbox':
      return typeof answer === 'boolean'
        ? { value: answer }
        : { fault: 'Input should be a valid boolean' }
    case 'select':
      return field.properties.options.some(({ value }) => value === answer)
        ? { value: answer }
        : { fault: 'Must be one of the options' }
  }
}

type PropertiesOf<T extends Field['type']> = Extract<Field, { readonly type: T }>['properties']

function parseText({ minLength, maxLength }: PropertiesOf<'text'>, answer: unknown): ParsedAnswer {
  if (typeof answer !== 'string') return { fault: 'Input should be a valid string' }
  const length = Array.from(answer).length
  if (minLength !== undefined && length < minLength) {
    return { fault: `Too short: at least ${minLength}` }
  }
  return maxLength !== undefined && length > maxLength
    ? { fault: `Too long: at most ${maxLength}` }
    : { value: answer }
}

function parseNumber(bounds: PropertiesOf<'number'>, answer: unknown): ParsedAnswer {
  if (typeof answer !== 'number' || !Number.isSafeInteger(answer)) {
    return { fault: 'Input should be a valid integer' }
  }
  const { ge, le } = bounds
  if (ge !== undefined && answer < ge) return { fault: `Must be at least ${ge}` }
  return le !== undefined && answer > le ? { fault: `Must be at most ${le}` } : { value: answer }
}

const dayShape = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/

/** Stored as a day; a time after the day is dropped, whatever its offset. */
function parseDate(bounds: PropertiesOf<'date'>, answer: unknown): ParsedAnswer {
  const day = typeof answer === 'string' ? dayShape.exec(answer)?.[1] : undefined
  const midnight = new Date(`${day ?? ''}T00:00:00Z`)
  const isDay = day !== undefined && !Number.isNaN(midnight.getTime())
  if (!isDay || !midnight.toISOString().startsWith(day)) {
    return { fault: 'Input should be a date as YYYY-MM-DD' }
  }
  const seconds = midnight.getTime() / 1000
  const { ge, le } = bounds
  if (ge !== undefined && seconds < ge) return { fault: `Must not be before ${dayOf(ge)}` }
  return le !== undefined && seconds > le
    ? { fault: `Must not be after ${dayOf(le)}` }
    : { value: day }
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)
