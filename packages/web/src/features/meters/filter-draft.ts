import {
  type Filter,
  filterClausesMax,
  type filterConjunctions,
  filterDepthMax,
  type filterOperators,
} from '@guildhall/contract/metering/filters'

export type Operator = (typeof filterOperators)[number]
export type Conjunction = (typeof filterConjunctions)[number]
export type ValueKind = 'text' | 'number' | 'boolean'

/** A condition as it's typed; what its value means is decided by its kind. */
export interface ClauseDraft {
  property: string
  operator: Operator
  kind: ValueKind
  /** `true` or `false` where it's a boolean. */
  text: string
}

export interface FilterDraft {
  conjunction: Conjunction
  clauses: (ClauseDraft | FilterDraft)[]
}

export const emptyClause: ClauseDraft = { property: '', operator: 'eq', kind: 'text', text: '' }

/** Most meters count one kind of event by its name. */
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

/** The text stays where it can, so that a wrong choice loses nothing. */
export function asKind(clause: ClauseDraft, kind: ValueKind): ClauseDraft {
  const text = kind === 'boolean' ? String(clause.text === 'true') : clause.text
  const fits = operatorsFor(kind).includes(clause.operator)
  return { ...clause, kind, text, operator: fits ? clause.operator : 'eq' }
}

/** What can be asked of a value of this kind. */
export function operatorsFor(kind: ValueKind): readonly Operator[] {
  if (kind === 'text') return ['eq', 'ne', 'like', 'not_like']
  return kind === 'number' ? ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] : ['eq', 'ne']
}

export interface ClauseMistake {
  about: 'property' | 'value'
  words: string
}

const propertyLengthMax = 128

/** What is wrong with a condition, or null. */
export function clauseMistake({ property, kind, text }: ClauseDraft): ClauseMistake | null {
  if (property.trim() === '') return { about: 'property', words: 'Enter what is looked at.' }
  if (property.trim().length > propertyLengthMax) {
    return { about: 'property', words: `Use at most ${propertyLengthMax} characters.` }
  }
  const isNumber = text.trim() !== '' && Number.isSafeInteger(Number(text))
  if (kind === 'number' && !isNumber) return { about: 'value', words: 'Enter a whole number.' }
  return null
}

/** Why this can't be a filter, or null. */
export function filterMistake(filter: FilterDraft): string | null {
  if (countOf(filter) > filterClausesMax) return `Use at most ${filterClausesMax} conditions.`
  return hasMistake(filter) ? 'Something is wrong with a condition.' : null
}

const hasMistake = ({ clauses }: FilterDraft): boolean =>
  clauses.some((one) => (isGroup(one) ? hasMistake(one) : clauseMistake(one) !== null))

const countOf = ({ clauses }: FilterDraft): number =>
  clauses.reduce((sum, one) => sum + 1 + (isGroup(one) ? countOf(one) : 0), 0)

/** Whether a filter that lies this deep can hold others; the outermost lies at 1. */
export const mayNest = (depth: number): boolean => depth < filterDepthMax
