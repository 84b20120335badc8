import type { Domain } from '../../platform/domain.ts'
import type { ListDeps } from './actions/deps.ts'
import { listRoutes } from './routes/lists.ts'
import { savedViewEraser } from './store/erasures.ts'

export const listsDomain: Domain<ListDeps> = {
  name: 'lists',
  operations: listRoutes,
  hooks: () => ({ customerErasers: [savedViewEraser] }),
}
