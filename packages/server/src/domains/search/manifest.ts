import type { Domain } from '../../platform/domain.ts'
import { type SearchDeps, searchRoutes } from './routes/search.ts'

export const searchDomain: Domain<SearchDeps> = {
  name: 'search',
  operations: (deps) => searchRoutes(deps),
}
