import type { UserField, UserListQuery } from '@guildhall/contract/identity/admin'
import { userPageDefault } from '@guildhall/contract/identity/admin'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'

/** A validated user list query, in terms of columns. */
export interface UserListing {
  readonly search: UserSearch | null
  readonly filter: UserFilter | null
  /** Users must match all of these as well. */
  readonly conditions: readonly UserFilter[]
  readonly sort: { readonly field: UserField; readonly direction: 'asc' | 'desc' }
  readonly limit: number
  readonly offset: number
}

export interface UserSearch {
  readonly fields: readonly ('email' | 'name' | 'username')[]
  readonly words: string
  readonly operator: NonNullable<UserListQuery['searchOperator']>
}

type Operator = NonNullable<UserListQuery['filterOperator']>
export type Comparison = Exclude<Operator, 'contains'>

export type UserFilter =
  | { readonly kind: 'words'; readonly field: TextField; readonly words: string }
  | {
      readonly kind: 'text'
      readonly field: TextField
      readonly operator: Comparison
      readonly value: string
    }
  | {
      readonly kind: 'boolean'
      readonly field: BooleanField
      readonly is: boolean
    }
  | {
      readonly kind: 'instant'
      readonly field: InstantField
      readonly operator: Comparison
      readonly value: Date
    }
  | { readonly kind: 'role'; readonly role: string; readonly isHeld: boolean }
  | { readonly kind: 'id'; readonly value: string; readonly is: boolean }

type BooleanField = 'emailVerified' | 'banned'
type InstantField = 'createdAt' | 'updatedAt' | 'banExpires'
type TextField = Exclude<UserField, 'id' | 'role' | BooleanField | InstantField>

/** The listing, or a fault naming the parameter whose value doesn't fit its field. */
export function decideUserListing(query: UserListQuery): UserListing | Fault {
  const filter = decideFilter(query)
  if (filter !== null && 'refused' in filter) return filter
  const { sortBy, limit = userPageDefault, offset = 0 } = query
  const sort =
    sortBy === undefined
      ? ({ field: 'createdAt', direction: query.sortDirection ?? 'desc' } as const)
      : ({ field: sortBy, direction: query.sortDirection ?? 'asc' } as const)
  const conditions = conditionsOf(query)
  return { search: searchOf(query), filter, conditions, sort, limit, offset }
}

type Fault = Refusal<'invalid_input'>

const fault = (parameter: keyof UserListQuery, msg: string): Fault =>
  refuse('invalid_input', { faults: [{ loc: ['query', parameter], msg, type: 'value_error' }] })

/** An empty search matches everybody. */
function searchOf(query: UserListQuery): UserSearch | null {
  const { searchValue = '', searchField = 'email', searchOperator = 'contains' } = query
  if (searchValue === '') return null
  const fields = searchField === 'any' ? (['email', 'name', 'username'] as const) : [searchField]
  return { fields, words: searchValue, operator: searchOperator }
}

function conditionsOf({ role, banned, emailVerified }: UserListQuery): UserFilter[] {
  const isHeld = true
  return [
    ...(role === undefined ? [] : [{ kind: 'role', role, isHeld } as const]),
    ...(banned === undefined ? [] : [isTrue('banned', banned)]),
    ...(emailVerified === undefined ? [] : [isTrue('emailVerified', emailVerified)]),
  ]
}

const isTrue = (field: BooleanField, is: boolean): UserFilter => ({ kind: 'boolean', field, is })

function decideFilter(query: UserListQuery): UserFilter | Fault | null {
  const { filterField: field = 'email', filterValue: value = '', filterOperator = 'eq' } = query
  if (value === '') return null
  const operator: Operator = filterOperator
  switch (field) {
    case 'id':
      return idFilter(value, operator)
    case 'role':
      return roleFilter(value, operator)
    case 'emailVerified':
    case 'banned':
      return booleanFilter(field, value, operator)
    case 'createdAt':
    case 'updatedAt':
    case 'banExpires':
      return instantFilter(field, value, operator)
    default:
      return textFilter(field, value, operator)
  }
}

const unsupported = (operator: Operator, field: UserField): Fault =>
  fault('filterOperator', `"${operator}" cannot compare the field "${field}"`)

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function idFilter(value: string, operator: Operator): UserFilter | Fault {
  if (operator !== 'eq' && operator !== 'ne') return unsupported(operator, 'id')
  if (!uuid.test(value)) return fault('filterValue', 'Input should be a valid UUID')
  return { kind: 'id', value, is: operator === 'eq' }
}

/** A user may hold several roles, so `eq` means holding this one. */
function roleFilter(role: string, operator: Operator): UserFilter | Fault {
  if (operator === 'contains') return { kind: 'role', role, isHeld: true }
  if (operator !== 'eq' && operator !== 'ne') return unsupported(operator, 'role')
  return { kind: 'role', role, isHeld: operator === 'eq' }
}

/** Null counts as false: a user who was never banned is not banned. */
function booleanFilter(field: BooleanField, value: string, operator: Operator): UserFilter | Fault {
  if (operator !== 'eq' && operator !== 'ne') return unsupported(operator, field)
  if (value !== 'true' && value !== 'false') {
    return fault('filterValue', 'Input should be "true" or "false"')
  }
  return isTrue(field, (value === 'true') === (operator === 'eq'))
}

const instantShape = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d))?$/

function instantFilter(field: InstantField, text: string, operator: Operator): UserFilter | Fault {
  if (operator === 'contains') return unsupported(operator, field)
  const value = new Date(text)
  if (!instantShape.test(text) || Number.isNaN(value.getTime())) {
    return fault('filterValue', 'Input should be an ISO 8601 date or date-time with an offset')
  }
  return { kind: 'instant', field, operator, value }
}

function textFilter(field: TextField, text: string, operator: Operator): UserFilter {
  if (operator === 'contains') return { kind: 'words', field, words: text }
  const isStoredLower = field === 'email' || field === 'username'
  return { kind: 'text', field, operator, value: isStoredLower ? text.toLowerCase() : text }
}
