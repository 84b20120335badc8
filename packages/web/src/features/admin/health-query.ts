import { getHealth } from '@guildhall/contract/health'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { adminKey } from './admin-queries.ts'

export type Health = ResponseOf<typeof getHealth>
export type HealthFinding = Health['findings'][number]

export const healthQuery = queryOptions({
  queryKey: [...adminKey, 'health'],
  queryFn: ({ signal }) => api.call(getHealth, { signal }),
})
