import { type UserListQuery, type UserRole, userRoles } from '@guildhall/contract/identity/admin'
import { readPage, readText, type SearchParameters } from '../../lib/search-parameters.ts'

export const usersPerPage = 25

const sortFields = ['name', 'username', 'role', 'createdAt'] as const
const statuses = ['active', 'banned'] as const
const answers = ['yes', 'no'] as const

/** What the list of users shows, as it stands in the URL; what is left out is the default. */
export interface UsersView {
  q?: string
  role?: UserRole
  status?: (typeof statuses)[number]
  verified?: (typeof answers)[number]
  sort?: (typeof sortFields)[number]
  /** Said only for descending. */
  order?: 'desc'
  /** From 1. */
  page?: number
}

type LooseView = { [K in keyof UsersView]: UsersView[K] | undefined }

/** Takes from an address what it understands, so that no address is an error. */
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

/** Another set of rows begins at its first page. */
export function changeView(view: UsersView, change: LooseView): UsersView {
  return compact({ ...view, page: undefined, ...change })
}

/** What the server is asked for. */
export function usersAsked(view: UsersView): UserListQuery {
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
