import { getReconciliation } from '@guildhall/contract/ledger/reconciliation'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { adminKey } from './admin-queries.ts'

export type Reconciliation = NonNullable<ResponseOf<typeof getReconciliation>['reconciliation']>
export type Difference = Reconciliation['differences'][number]

export const reconciliationQuery = queryOptions({
  queryKey: [...adminKey, 'reconciliation'],
  queryFn: ({ signal }) => api.call(getReconciliation, { query: {}, signal }),
})
