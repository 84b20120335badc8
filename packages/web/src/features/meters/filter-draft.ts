import {
  eventProperty,
  type Filter,
  filterClausesMax,
  type filterConjunctions,
  filterDepthMax,
  type filterOperators,
} from '@guildhall/contract/metering/filters'
import { mistakeIn, text } from '#/lib/form-schema.ts'

export type Operator = (typeof filterOperators)[number]
export type Conjunction = (typeof filterConjunctions)[number]
export type ValueKind = 'text' | 'number' | 'boolean'

/** A condition as typed; its kind decides how the value is parsed. */
export interface ClauseDraft {
  property: string
  operator: Operator
  kind: ValueKind
  /** `true` or `false` for a boolean. */
  text: string
}

export interface FilterDraft {
  conjunction: Conjunction
  clauses: (ClauseDraft | FilterDraft)[]
}

export const emptyClause: ClauseDraft = { property: '', operator: 'eq', kind: 'text', text: '' }

/** The default, because most meters count one kind of event by its name. */
export const emptyFilter: FilterDraft = {
  conjunction: 'and',
  clauses: [{ ...emptyClause, property: 'name' }],
}

export const emptyGroup: FilterDraft = { conjunction: 'or', clauses: [emptyClause] }

export const isGroup = (one: ClauseDraft | FilterDraft): one is FilterDraft => 'clauses' in one

export function filterDraftOf({ conjunction, clauses }: Filter): FilterDraft {
  return {
    conjunction,
    clauses: clauses.map((clause) => {
      if ('clauses' in clause) return filterDraftOf(clause)
      const { property, operator, value } = clause
      return { property, operator, kind: kindOf(value), text: String(value) }
    }),
  }
}

function kindOf(value: string | number | boolean): ValueKind {
  if (typeof value === 'string') return 'text'
  return typeof value === 'number' ? 'number' : 'boolean'
}

export function filterOf({ conjunction, clauses }: FilterDraft): Filter {
  return {
    conjunction,
    clauses: clauses.map((one) => {
      if (isGroup(one)) return filterOf(one)
      const { property, operator } = one
      return { property: property.trim(), operator, value: valueOf(one) }
    }),
  }
}

function valueOf({ kind, text }: ClauseDraft): string | number | boolean {
  if (kind === 'number') return Number(text)
  return kind === 'boolean' ? text === 'true' : text
}

/** Keeps the text if possible, so that a wrong selection loses nothing. */
export function asKind(clause: ClauseDraft, kind: ValueKind): ClauseDraft {
  const text = kind === 'boolean' ? String(clause.text === 'true') : clause.text
  const fits = operatorsFor(kind).includes(clause.operator)
  return { ...clause, kind, text, operator: fits ? clause.operator : 'eq' }
}

/** The operators for a kind of value. */
export function operatorsFor(kind: ValueKind): readonly Operator[] {
  if (kind === 'text') return ['eq', 'ne', 'like', 'not_like']
  return kind === 'number' ? ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] : ['eq', 'ne']
}

export interface ClauseMistake {
  about: 'property' | 'value'
  message: string
}

const propertySchema = text(eventProperty, { empty: 'Enter the name of the property.' })

/** The error of a condition, or null. */
export function clauseMistake({ property, kind, text }: ClauseDraft): ClauseMistake | null {
  const message = mistakeIn(propertySchema, property)
  if (message !== null) return { about: 'property', message }
  const isNumber = text.trim() !== '' && Number.isSafeInteger(Number(text))
  if (kind === 'number' && !isNumber) return { about: 'value', message: 'Enter a whole number.' }
  return null
}

/** Why the filter is invalid, or null. */
export function filterMistake(filter: FilterDraft): string | null {
  if (countOf(filter) > filterClausesMax) return `Use at most ${filterClausesMax} conditions.`
  return hasMistake(filter) ? 'Check the highlighted condition.' : null
}

const hasMistake = ({ clauses }: FilterDraft): boolean =>
  clauses.some((one) => (isGroup(one) ? hasMistake(one) : clauseMistake(one) !== null))

const countOf = ({ clauses }: FilterDraft): number =>
  clauses.reduce((sum, one) => sum + 1 + (isGroup(one) ? countOf(one) : 0), 0)

/** Whether a filter at this depth can contain others; the outermost is at 1. */
export const mayNest = (depth: number): boolean => depth < filterDepthMax
