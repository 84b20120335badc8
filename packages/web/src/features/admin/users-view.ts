import type { UserListQuery } from '@guildhall/contract/identity/admin'
import { type UserRole, userRoles } from '@guildhall/contract/identity/user-roles'
import { readPage, readText, type SearchParameters } from '#/lib/search-parameters.ts'

export const usersPerPage = 25

const sortFields = ['name', 'username', 'role', 'createdAt'] as const
const statuses = ['active', 'banned'] as const
const answers = ['yes', 'no'] as const

/** The state of the user list in the URL; omitted values are defaults. */
export interface UsersView {
  q?: string
  role?: UserRole
  status?: (typeof statuses)[number]
  verified?: (typeof answers)[number]
  sort?: (typeof sortFields)[number]
  /** Only present for descending. */
  order?: 'desc'
  /** Counted from 1. */
  page?: number
}

type LooseView = { [K in keyof UsersView]: UsersView[K] | undefined }

/** Parses the URL and ignores invalid values. */
export function readUsersView(search: SearchParameters): UsersView {
  return compact({
    q: readText(search['q']),
    role: oneOf(userRoles, search['role']),
    status: oneOf(statuses, search['status']),
    verified: oneOf(answers, search['verified']),
    sort: oneOf(sortFields, search['sort']),
    order: oneOf(['desc'] as const, search['order']),
    page: readPage(search['page']),
  })
}

/** Other filters start at the first page. */
export function changeView(view: UsersView, change: LooseView): UsersView {
  return compact({ ...view, page: undefined, ...change })
}

/** The query parameters of the request. */
export function usersRequest(view: UsersView): UserListQuery {
  const { q, role, status, verified, sort, order, page = 1 } = view
  const searchValue = q?.trim()
  return {
    ...(searchValue && { searchValue, searchField: 'any' }),
    ...(role && { role }),
    ...(status && { banned: status === 'banned' }),
    ...(verified && { emailVerified: verified === 'yes' }),
    ...(sort && { sortBy: sort, sortDirection: order ?? 'asc' }),
    limit: usersPerPage,
    offset: (page - 1) * usersPerPage,
  }
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((one) => one === value)
}

function compact({ q, role, status, verified, sort, order, page }: LooseView): UsersView {
  return {
    ...(q && { q }),
    ...(role && { role }),
    ...(status && { status }),
    ...(verified && { verified }),
    ...(sort && { sort }),
    ...(sort && order && { order }),
    ...(page && { page }),
  }
}
