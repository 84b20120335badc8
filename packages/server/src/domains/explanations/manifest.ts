import type { Domain } from '../../platform/domain.ts'
import type { ExplanationDeps } from './actions/deps.ts'
import { explanationRoutes } from './routes/explanations.ts'

export const explanationsDomain: Domain<ExplanationDeps> = {
  name: 'explanations',
  operations: explanationRoutes,
}
