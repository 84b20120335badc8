import type { getCustomField } from '@guildhall/contract/catalog/custom-fields'
import type { AnswerOf } from '@guildhall/contract/endpoint'
import type { Fault } from '@guildhall/contract/faults'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

type Field = AnswerOf<typeof getCustomField>

export interface AttachedCustomField {
  readonly customField: Field
  readonly required: boolean
}

/** What buyers answer, by the slugs of the fields. */
export type CustomFieldAnswers = Readonly<Record<string, string | number | boolean | null>>

interface Reading {
  /** Whether what must be answered is missed. */
  readonly isComplete: boolean
}

/**
 * What of the answers counts: those to fields that are attached. Nothing is missed while a buyer is
 * still typing.
 */
export function readCustomFieldData(
  attached: readonly AttachedCustomField[],
  given: CustomFieldAnswers,
  { isComplete }: Reading,
): CustomFieldAnswers | Refusal<'checkout_custom_field_invalid'> {
  const answers: Record<string, string | number | boolean> = {}
  const faults: Fault[] = []
  for (const { customField, required } of attached) {
    const answer = Object.hasOwn(given, customField.slug) ? given[customField.slug] : null
    const read = readAnswer(customField, answer ?? null)
    const fault = faultOf(read, { required: required && isComplete, customField })
    const loc = ['body', 'custom_field_data', customField.slug]
    if (fault !== null) faults.push({ loc, ...fault })
    else if ('value' in read && read.value !== null) answers[customField.slug] = read.value
  }
  if (faults.length === 0) return answers
  return refuse('checkout_custom_field_invalid', { faults, reason: faults[0]?.msg ?? '' })
}

/** Those that still fit, where what is asked for has changed meanwhile. */
export const keptCustomFieldData = (
  attached: readonly AttachedCustomField[],
  given: CustomFieldAnswers,
): CustomFieldAnswers =>
  Object.fromEntries(
    attached.flatMap(({ customField }) => {
      const answer = Object.hasOwn(given, customField.slug) ? given[customField.slug] : null
      const read = readAnswer(customField, answer ?? null)
      return 'value' in read && read.value !== null ? [[customField.slug, read.value]] : []
    }),
  )

type Read = { readonly value: string | number | boolean | null } | { readonly fault: string }

interface Asked {
  readonly required: boolean
  readonly customField: Field
}

function faultOf(read: Read, { required, customField }: Asked): Omit<Fault, 'loc'> | null {
  if ('fault' in read) return { msg: read.fault, type: 'value_error' }
  if (!required) return null
  if (read.value === null) return { msg: 'Field required', type: 'missing' }
  const isUnchecked = customField.type === 'checkbox' && read.value === false
  return isUnchecked ? { msg: 'Must be checked', type: 'value_error' } : null
}

/** An empty text is no answer. */
function readAnswer(field: Field, answer: string | number | boolean | null): Read {
  if (answer === null || answer === '') return { value: null }
  switch (field.type) {
    case 'text':
      return readText(field.properties, answer)
    case 'number':
      return readNumber(field.properties, answer)
    case 'date':
      return readDate(field.properties, answer)
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

function readText({ minLength, maxLength }: PropertiesOf<'text'>, answer: unknown): Read {
  if (typeof answer !== 'string') return { fault: 'Input should be a valid string' }
  const length = Array.from(answer).length
  if (minLength !== undefined && length < minLength) {
    return { fault: `Too short: at least ${minLength}` }
  }
  return maxLength !== undefined && length > maxLength
    ? { fault: `Too long: at most ${maxLength}` }
    : { value: answer }
}

function readNumber(bounds: PropertiesOf<'number'>, answer: unknown): Read {
  if (typeof answer !== 'number' || !Number.isSafeInteger(answer)) {
    return { fault: 'Input should be a valid integer' }
  }
  const { ge, le } = bounds
  if (ge !== undefined && answer < ge) return { fault: `Must be at least ${ge}` }
  return le !== undefined && answer > le ? { fault: `Must be at most ${le}` } : { value: answer }
}

const dayShape = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/

/** Kept as its day; what is sent with a time counts as the day written there. */
function readDate(bounds: PropertiesOf<'date'>, answer: unknown): Read {
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
