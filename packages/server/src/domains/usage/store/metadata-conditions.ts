import type { QueryOf } from '@guildhall/contract/operation'
import type { listEvents } from '@guildhall/contract/usage/events'
import { sql } from 'kysely'
import type { Condition } from './whom.ts'

type Filters = QueryOf<typeof listEvents>['metadata']

/** As for meters, a key that contains dots wins over the keys of a path. */
export const metadataConditions = (filters: Filters): readonly Condition[] =>
  (filters ?? []).map(({ key, texts }) => {
    const value = key.includes('.')
      ? sql`coalesce(metadata ->> ${key}, metadata #>> ${key.split('.')}::text[])`
      : sql`metadata ->> ${key}`
    return sql<boolean>`${value} = any(${texts}::text[])`
  })
