import type { MeterParts } from '../domains/metering/index.ts'
import { meterRoutes } from '../domains/metering/routes/meters.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'

export const meteringEndpoints = (parts: MeterParts): readonly EndpointRoute[] => meterRoutes(parts)
