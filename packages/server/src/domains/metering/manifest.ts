import type { Domain } from '../../platform/domain.ts'
import type { MeterDeps } from './actions/deps.ts'
import { meterRoutes } from './routes/meters.ts'

export const meteringDomain: Domain<MeterDeps> = { name: 'metering', operations: meterRoutes }
